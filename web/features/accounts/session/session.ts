/** Who is signed in, and the ways in and out. */
import { navigate } from 'wouter/use-browser-location';
import type { SignedInUser, User } from '#schema/accounts/user.ts';
import { routes } from '#schema/routes.ts';
import { forgetReturnPath } from '#web/features/accounts/session/return-path.ts';
import { forgetSignInFlags } from '#web/features/accounts/session/sign-in-flags.ts';
import { refreshUser, setUser, useUserState } from '#web/features/accounts/session/user-store.ts';
import { forgetCachedAnswers, reloadCachedAnswers } from '#web/lib/api/cached-answers.ts';
import { fetchWithSession, onUnauthorized } from '#web/lib/api/client.ts';
import {
  forgetSession,
  isLogoutPending,
  mayBeSignedIn,
  onTokenChangedElsewhere,
  setLogoutPending,
  storedToken,
  storeToken,
} from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { showToast, type ToastMessage } from '#web/lib/react/toast.ts';
import { endViewing, viewingToken } from '#web/lib/viewing.ts';

const logoutLimitMs = 10_000;

/** The member, null when signed out, undefined while that is not known; `error` when it could not be found out. */
export function useUser() {
  const { user, error, isLoading } = useUserState();
  // What is prerendered is rendered for a visitor.
  const isHydrating = useIsHydrating();
  return { user: isHydrating ? null : user, error, isLoading: isLoading && !isHydrating, refresh: refreshUser };
}

/** Takes over the session that a sign-in or registration was answered with. */
export function startSession({ token, ...user }: SignedInUser): User {
  forgetCachedAnswers();
  // Its cookie has just taken the place of the one that was to be cleared.
  setLogoutPending(false);
  storeToken(token);
  setUser(user);
  // What this member kept on the device while there was no network is sent now.
  dispatchEvent(new Event('session-started'));
  return user;
}

/** Ends the session here even where the server cannot be reached, says so and goes Home. */
export async function signOut(): Promise<void> {
  if (viewingToken() !== null) return endViewing();
  setLogoutPending(true);
  const ended = await endPendingLogout();
  leave({
    title: 'Logged out',
    tone: 'info',
    ...(!ended && {
      description:
        'Nobody is signed in here any more. The server could not be reached: your session ends as soon as there is a connection.',
    }),
  });
}

/** The session is over: forgets it here too, goes Home and says so. */
export function leave(message: ToastMessage): void {
  forgetSession();
  forgetSignInFlags();
  // A provider's own session, where one is open, ends too.
  dispatchEvent(new Event('session-ended'));
  navigate(paths.home);
  setUser(null);
  forgetCachedAnswers();
  forgetReturnPath();
  showToast(message);
}

let ending: Promise<boolean> | undefined;

/**
 * Sends the logout that waits for the server, if one does; answers whether none waits now. A sign-in has to wait for it:
 * answered late, it would clear the new session's cookie.
 */
export function endPendingLogout(): Promise<boolean> {
  if (!isLogoutPending()) return Promise.resolve(true);
  ending ??= endOnServer().finally(() => {
    ending = undefined;
  });
  return ending;
}

async function endOnServer(): Promise<boolean> {
  try {
    const { ok, status } = await fetchWithSession('/api/logout', { method: 'POST' }, logoutLimitMs);
    if (!ok && status !== 401) return false;
  } catch {
    return false;
  }
  // Another tab may have signed someone in meanwhile.
  if (isLogoutPending()) {
    forgetSession();
    setLogoutPending(false);
  }
  return true;
}

/** Another tab has signed someone in or out: this one follows. What is on the screen loads again, for whoever is there now. */
async function followOtherTab(): Promise<void> {
  forgetCachedAnswers();
  if (!mayBeSignedIn()) {
    forgetReturnPath();
    if (isMemberPage(location.pathname)) navigate(paths.home);
  }
  setUser(undefined);
  await refreshUser();
  await reloadCachedAnswers();
}

function isMemberPage(pathname: string): boolean {
  return [routes.dashboard.path, routes.account.path].some((page) => `${pathname.toLowerCase()}/`.startsWith(`${page}/`));
}

onTokenChangedElsewhere(() => void followOtherTab());

onUnauthorized((usedToken) => {
  // The session of whoever is signed in here beside is none of this tab's.
  if (viewingToken() !== null) return endViewing();
  // A logout goes Home by itself; from here it would lead to the sign-in page.
  if (isLogoutPending() || usedToken !== storedToken()) return;
  forgetSession();
  setUser(null);
});

addEventListener('online', () => void endPendingLogout());
void endPendingLogout();
