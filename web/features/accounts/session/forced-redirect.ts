import { dashboardRedirectDelayMs, redirectDelayMs, redirectGuardMs, socialRedirectDelayMs } from '#schema/rules.ts';
import { getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';

let lastSetAt = Number.NEGATIVE_INFINITY;

/** Reserves an announced redirect. Returns false if one was reserved in the last five seconds. */
export function claimRedirect(now = Date.now()): boolean {
  // The device's clock may have been set back, which must not block redirects.
  if (now >= lastSetAt && now - lastSetAt < redirectGuardMs) return false;
  lastSetAt = now;
  return true;
}

/**
 * Returns how long to wait before a redirect, in milliseconds. Redirects to the dashboard are delayed longer, except after a sign-in with
 * an identity provider.
 */
export function redirectDelay(path: string): number {
  if (getSignInFlag('auth_redirect_result') === 'success') return socialRedirectDelayMs;
  return /^\/dashboard\/?($|[?#])/.test(path) ? dashboardRedirectDelayMs : redirectDelayMs;
}
