/** The redirect that follows a sign-in. */
import { dashboardRedirectDelayMs, redirectDelayMs, redirectGuardMs, socialRedirectDelayMs } from '#schema/rules.ts';
import { signInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

let lastSetAt = Number.NEGATIVE_INFINITY;

/** Whether a redirect may be set now: not within 5 seconds after another one. If so, it counts as set. */
export function setsRedirect(now = Date.now()): boolean {
  // A clock that was put back must not hold redirects up.
  if (now >= lastSetAt && now - lastSetAt < redirectGuardMs) return false;
  lastSetAt = now;
  return true;
}

/** How long the banner stands before a redirect to a path: the dashboard waits longer, but not after a provider's page. */
export function redirectDelay(path: string): number {
  if (signInFlag('auth_redirect_result') === 'success') return socialRedirectDelayMs;
  return /^\/dashboard\/?($|[?#])/.test(path) ? dashboardRedirectDelayMs : redirectDelayMs;
}
