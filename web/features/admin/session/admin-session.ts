/** Which administrator is signed in, and the ways in and out. Apart from the member's session in everything. */
import useSWR, { mutate } from 'swr';
import { navigate } from 'wouter/use-browser-location';
import { Admin, type SignedInAdmin } from '#schema/admin/session.ts';
import { adminSessionTtlSeconds, secondsPerHour } from '#schema/rules.ts';
import { onAdminTokenChangedElsewhere, storeAdminToken, storedAdminToken } from '#web/lib/admin-token.ts';
import { apiGet, fetchWithSession } from '#web/lib/api/client.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';

const adminKey = '/api/admin/me';
const logoutLimitMs = 10_000;

async function loadAdmin(): Promise<Admin | null> {
  if (storedAdminToken() === null) return null;
  try {
    return await apiGet(adminKey, Admin);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The administrator, null when signed out, undefined while that is not known; `error` when it could not be found out. */
export function useAdmin() {
  const {
    data,
    error,
    isLoading,
    mutate: reload,
  } = useSWR<Admin | null, unknown>(adminKey, loadAdmin, {
    ...queryDefaults,
    fallbackData: storedAdminToken() === null ? null : undefined,
  });
  return { admin: data, error, isLoading, refresh: () => reload() };
}

/** Whether the administrator may do all that administrators may. */
export function useIsSuperAdmin(): boolean {
  return useAdmin().admin?.role === 'super_admin';
}

/**
 * Takes over the session that a sign-in was answered with. False where the browser refuses to keep the
 * token: there is no other way to show it.
 */
export function startAdminSession({ token, admin }: SignedInAdmin): boolean {
  storeAdminToken(token);
  if (storedAdminToken() !== token) return false;
  forgetAdminAnswers();
  setAdmin(admin);
  return true;
}

/** Takes over the token and profile that a profile change was answered with; what is on the screen stays. */
export function renewAdminSession({ token, admin }: SignedInAdmin): void {
  storeAdminToken(token);
  setAdmin(admin);
}

/** The session has ended at the server: forgets it here too. Whoever looks at a page is led to the sign-in page, and back afterwards. */
export function forgetAdminSession(): void {
  storeAdminToken(null);
  setAdmin(null);
}

/** Ends the session, here even where the server cannot be reached, and goes to the sign-in page. */
export async function adminSignOut(): Promise<void> {
  const ended = await endOnServer();
  leaveAdminArea();
  showToast({
    title: 'Logged out',
    tone: 'info',
    ...(!ended && {
      description: `Nobody is signed in here any more. The server could not be reached: there, the session ends by itself within ${adminSessionTtlSeconds / secondsPerHour} hours.`,
    }),
  });
}

/** The session is over: forgets it here too and goes to the sign-in page. */
export function leaveAdminArea(): void {
  storeAdminToken(null);
  navigate(paths.adminLogin);
  setAdmin(null);
  forgetAdminAnswers();
}

async function endOnServer(): Promise<boolean> {
  try {
    const { ok } = await fetchWithSession('/api/admin/logout', { method: 'POST' }, logoutLimitMs);
    return ok;
  } catch {
    return false;
  }
}

/** Asks anew what is open to the administrator. */
export async function refreshAdmin(): Promise<void> {
  await mutate(adminKey);
}

/** What is known of them now, as after a second factor was shown. */
export function setAdmin(admin: Admin | null): void {
  void mutate(adminKey, admin, { revalidate: false });
}

/** Lists have keys of several parts, one of which is their address. */
function isAdminAnswer(key: unknown): boolean {
  const parts: unknown[] = Array.isArray(key) ? key : [key];
  return key !== adminKey && parts.some((part) => typeof part === 'string' && /^\/api\/(admin|test-cards)\b/.test(part));
}

/** One administrator must never see what was loaded for another, who may have been allowed more. */
function forgetAdminAnswers(): void {
  void mutate(isAdminAnswer, undefined, { revalidate: false });
}

/** Another tab has signed someone in or out: this one follows, and what is on the screen loads again. */
async function followOtherTab(): Promise<void> {
  forgetAdminAnswers();
  await mutate(adminKey, undefined, { revalidate: true }).catch(() => {});
  await mutate(isAdminAnswer).catch(() => {});
}

onAdminTokenChangedElsewhere(() => void followOtherTab());
