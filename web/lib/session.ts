/** Who is signed in, and the ways in and out. */
import useSWR, { mutate } from 'swr';
import { navigate } from 'wouter/use-browser-location';
import { pagePatterns } from '#schema/pages.ts';
import type { SignedInUser, User } from '#schema/user.ts';
import { ApiError, apiGet, fetchWithSession, onUnauthorized } from '#web/lib/api.ts';
import {
  forgetSession,
  isLogoutPending,
  mayBeSignedIn,
  onTokenChangedElsewhere,
  setLogoutPending,
  storedToken,
  storeToken,
} from '#web/lib/auth-storage.ts';
import { forgetReturnPath } from '#web/lib/return-path.ts';
import { showToast, type ToastMessage } from '#web/lib/toast.ts';
import { paths } from '#web/paths.ts';

export { rememberReturnPath, takeReturnPath } from '#web/lib/return-path.ts';

const userKey = '/api/user';
const logoutTimeoutMs = 10_000;

async function loadUser(): Promise<User | null> {
  if (!mayBeSignedIn()) return null;
  try {
    // Members alone need the schema, so it is no part of the first load.
    return await apiGet(userKey, (await import('#schema/user.ts')).User);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The member, null when signed out, undefined while that is not known; `error` when it could not be found out. */
export function useUser() {
  const {
    data,
    error,
    isLoading,
    mutate: reload,
  } = useSWR<User | null, unknown>(userKey, loadUser, {
    fallbackData: mayBeSignedIn() ? undefined : null,
  });
  return { user: data, error, isLoading, refresh: () => reload() };
}

/** Replaces the cached member, for example with the answer of a profile change. */
export function setUser(user: User | null): void {
  void mutate(userKey, user, { revalidate: false });
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
    const { ok, status } = await fetchWithSession('/api/logout', { method: 'POST', signal: AbortSignal.timeout(logoutTimeoutMs) });
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

/** One member must never see what was loaded for another. */
function forgetCachedAnswers(): void {
  void mutate((key) => key !== userKey, undefined, { revalidate: false });
}

/** Another tab has signed someone in or out: this one follows. What is on the screen loads again, for whoever is there now. */
async function followOtherTab(): Promise<void> {
  forgetCachedAnswers();
  if (!mayBeSignedIn()) {
    forgetReturnPath();
    if (isMemberPage(location.pathname)) navigate(paths.home);
  }
  await mutate(userKey, undefined, { revalidate: true }).catch(() => {});
  await mutate((key) => key !== userKey).catch(() => {});
}

function isMemberPage(pathname: string): boolean {
  return [pagePatterns.dashboard, pagePatterns.account].some((page) => `${pathname.toLowerCase()}/`.startsWith(`${page}/`));
}

onTokenChangedElsewhere(() => void followOtherTab());

onUnauthorized((usedToken) => {
  // A logout goes Home by itself; from here it would lead to the sign-in page.
  if (isLogoutPending() || usedToken !== storedToken()) return;
  forgetSession();
  setUser(null);
});

addEventListener('online', () => void endPendingLogout());
void endPendingLogout();
