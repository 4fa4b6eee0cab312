/** Who is signed in, and the ways in and out. */
import useSWR, { mutate } from 'swr';
import { navigate } from 'wouter/use-browser-location';
import type { SignedInUser, User } from '#schema/user.ts';
import { ApiError, apiGet, fetchWithSession, onUnauthorized } from '#web/lib/api.ts';
import { forgetSession, mayBeSignedIn, storedToken, storeToken } from '#web/lib/auth-storage.ts';
import { showToast } from '#web/lib/toast.ts';
import { paths } from '#web/paths.ts';

export { rememberReturnPath, takeReturnPath } from '#web/lib/return-path.ts';

const userKey = '/api/user';

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
  storeToken(token);
  setUser(user);
  return user;
}

/** Ends the session here even where the server cannot be reached, says so and goes Home. */
export async function signOut(): Promise<void> {
  const ended = await endOnServer();
  forgetSession();
  navigate(paths.home);
  setUser(null);
  forgetCachedAnswers();
  showToast(
    ended
      ? { title: 'Logged out', tone: 'info' }
      : { title: 'Logged out', description: 'On this device only: the server could not be reached.', tone: 'info' },
  );
}

async function endOnServer(): Promise<boolean> {
  try {
    const { ok, status } = await fetchWithSession('/api/logout', { method: 'POST' });
    return ok || status === 401;
  } catch {
    return false;
  }
}

/** One member must never see what was loaded for another. */
function forgetCachedAnswers(): void {
  void mutate((key) => key !== userKey, undefined, { revalidate: false });
}

onUnauthorized((usedToken) => {
  if (usedToken !== storedToken()) return;
  forgetSession();
  setUser(null);
});
