import { t } from '@lingui/core/macro';
import { navigate } from 'wouter/use-browser-location';
import type { SignedInUser, User } from '#schema/accounts/user.ts';
import { routes } from '#schema/routes.ts';
import { clearReturnPath } from '#web/features/accounts/session/return-path.ts';
import { clearSignInFlags } from '#web/features/accounts/session/sign-in-flags.ts';
import { refreshUser, setUser, useUserState } from '#web/features/accounts/session/user-store.ts';
import { clearCachedResponses, reloadCachedResponses } from '#web/lib/api/cached-responses.ts';
import { fetchWithSession, onUnauthorized } from '#web/lib/api/client.ts';
import {
  canBeSignedIn,
  clearSession,
  getStoredToken,
  isLogoutPending,
  onTokenChangedElsewhere,
  setLogoutPending,
  storeToken,
} from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { showToast, type ToastMessage } from '#web/lib/react/toast.ts';
import { endViewing, getViewingToken } from '#web/lib/viewing.ts';
import { addressOf, chooseLanguage } from '#web/lib/words/words.ts';

const logoutLimitMs = 10_000;

/** Returns the member, null if nobody is signed in, or undefined while unknown. `error` is set if the request failed. */
export function useUser() {
  const { user, error, isLoading } = useUserState();
  // Until hydration ends, the state must match the prerendered HTML, which shows the page as a visitor sees it.
  const isHydrating = useIsHydrating();
  return { user: isHydrating ? null : user, error, isLoading: isLoading && !isHydrating, refresh: refreshUser };
}

export function startSession({ token, ...user }: SignedInUser): User {
  clearCachedResponses();
  // The new session cookie replaces the one that the pending logout was going to clear.
  setLogoutPending(false);
  storeToken(token);
  setUser(user);
  chooseLanguage(user.language);
  // Notifies listeners, which send the scans that this member made while offline.
  dispatchEvent(new Event('session-started'));
  return user;
}

/** Ends the session on this device even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  if (getViewingToken() !== null) return endViewing();
  setLogoutPending(true);
  const hasEnded = await endPendingLogout();
  endLocalSession({
    title: t`Logged out`,
    tone: 'info',
    ...(!hasEnded && {
      description: t`You’re signed out on this device. The server will end your session once you’re back online.`,
    }),
  });
}

export function endLocalSession(message: ToastMessage): void {
  clearSession();
  clearSignInFlags();
  // Notifies listeners, which also sign out of the identity provider.
  dispatchEvent(new Event('session-ended'));
  navigate(addressOf(paths.home));
  setUser(null);
  clearCachedResponses();
  clearReturnPath();
  showToast(message);
}

let logoutRequest: Promise<boolean> | undefined;

/**
 * Sends the pending logout, if any. Returns true if no logout is pending afterward. A sign-in must wait for this, because a late logout
 * response would clear the new session's cookie.
 */
export function endPendingLogout(): Promise<boolean> {
  if (!isLogoutPending()) return Promise.resolve(true);
  logoutRequest ??= endOnServer().finally(() => {
    logoutRequest = undefined;
  });
  return logoutRequest;
}

async function endOnServer(): Promise<boolean> {
  try {
    const { ok, status } = await fetchWithSession('/api/logout', { method: 'POST' }, logoutLimitMs);
    if (!ok && status !== 401) return false;
  } catch {
    return false;
  }
  // Clears the session only if the logout is still pending: another tab may have started a new session during the request.
  if (isLogoutPending()) {
    clearSession();
    setLogoutPending(false);
  }
  return true;
}

/** Updates this tab after a sign-in or sign-out in another tab, and reloads its data. */
async function syncWithOtherTab(): Promise<void> {
  clearCachedResponses();
  if (!canBeSignedIn()) {
    clearReturnPath();
    if (isMemberPage(location.pathname)) navigate(addressOf(paths.home));
  }
  setUser(undefined);
  await refreshUser();
  await reloadCachedResponses();
}

function isMemberPage(pathname: string): boolean {
  return [routes.dashboard.path, routes.account.path].some((page) => `${pathname.toLowerCase()}/`.startsWith(`${page}/`));
}

onTokenChangedElsewhere(() => void syncWithOtherTab());

onUnauthorized((usedToken) => {
  // In a tab in which an administrator views an account, a 401 ends only the view, because the tab does not use the browser's session.
  if (getViewingToken() !== null) return endViewing();
  // Ignores a 401 during a logout. The logout itself navigates to the home page, and handling the 401 would redirect to the sign-in page.
  if (isLogoutPending() || usedToken !== getStoredToken()) return;
  clearSession();
  setUser(null);
});

addEventListener('online', () => void endPendingLogout());
void endPendingLogout();
