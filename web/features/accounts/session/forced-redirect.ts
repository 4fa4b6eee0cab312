import { dashboardRedirectDelayMs, redirectDelayMs, redirectGuardMs, socialRedirectDelayMs } from '#schema/rules.ts';
import { getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

let lastSetAt = Number.NEGATIVE_INFINITY;

/** At most one redirect in 5 seconds; true claims the slot. */
export function claimRedirect(now = Date.now()): boolean {
  // A clock set back must not block redirects.
  if (now >= lastSetAt && now - lastSetAt < redirectGuardMs) return false;
  lastSetAt = now;
  return true;
}

/** Dashboard redirects wait longer, except after a return from a provider. */
export function redirectDelay(path: string): number {
  if (getSignInFlag('auth_redirect_result') === 'success') return socialRedirectDelayMs;
  return /^\/dashboard\/?($|[?#])/.test(path) ? dashboardRedirectDelayMs : redirectDelayMs;
}
