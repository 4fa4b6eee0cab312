/** Who is signed in, and the ways in and out. */
import { navigate } from 'wouter/use-browser-location';
import { routes } from '#schema/routes.ts';
import type { SignedInUser, User } from '#schema/user.ts';
import { fetchWithSession, onUnauthorized } from '#web/lib/api.ts';
import {
  forgetSession,
  isLogoutPending,
  mayBeSignedIn,
  onTokenChangedElsewhere,
  setLogoutPending,
  storedToken,
  storeToken,
} from '#web/lib/auth-storage.ts';
import { useIsHydrating } from '#web/lib/hydration.ts';
import { forgetReturnPath } from '#web/lib/return-path.ts';
import { forgetSignInFlags } from '#web/lib/sign-in-flags.ts';
import { showToast, type ToastMessage } from '#web/lib/toast.ts';
import { refreshUser, setUser, useUserState } from '#web/lib/user-store.ts';
import { paths } from '#web/paths.ts';

export { rememberReturnPath, takeReturnPath } from '#web/lib/return-path.ts';
export { refreshUser, setUser } from '#web/lib/user-store.ts';

const logoutLimitMs = 10_000;

/** The member, null when signed out, undefined while that is not known; `error` when it could not be found out. */
export function useUser() {
  const { user, error, isLoading } = useUserState();
  // What was drawn at build was drawn for a visitor.
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

/** What keeps answers for a member: `forget` drops them all, `reload` asks again for those on the screen. */
interface AnswerKeeper {
  forget: () => void;
  reload: () => Promise<unknown>;
}
const keepers: AnswerKeeper[] = [];

/** Tells whoever keeps answers of the server when the member has changed. */
export function onMemberChange(keeper: AnswerKeeper): void {
  keepers.push(keeper);
}

/** One member must never see what was loaded for another. */
function forgetCachedAnswers(): void {
  for (const keeper of keepers) keeper.forget();
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
  await Promise.allSettled(keepers.map(({ reload }) => reload()));
}

function isMemberPage(pathname: string): boolean {
  return [routes.dashboard.path, routes.account.path].some((page) => `${pathname.toLowerCase()}/`.startsWith(`${page}/`));
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
