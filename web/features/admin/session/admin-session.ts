import useSWR, { mutate } from 'swr';
import { navigate } from 'wouter/use-browser-location';
import { Admin, type SignedInAdmin } from '#schema/admin/session.ts';
import { adminSessionTtlSeconds, secondsPerHour } from '#schema/rules.ts';
import { getStoredAdminToken, onAdminTokenChangedElsewhere, storeAdminToken } from '#web/lib/admin-token.ts';
import { apiGet, fetchWithSession } from '#web/lib/api/client.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';

const adminKey = '/api/admin/me';
const logoutTimeoutMs = 10_000;

async function loadAdmin(): Promise<Admin | null> {
  if (getStoredAdminToken() === null) return null;
  try {
    return await apiGet(adminKey, Admin);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Returns the administrator, null if nobody is signed in, or undefined while unknown. `error` is set if the request failed. */
export function useAdmin() {
  const {
    data,
    error,
    isLoading,
    mutate: reload,
  } = useSWR<Admin | null, unknown>(adminKey, loadAdmin, {
    ...queryDefaults,
    fallbackData: getStoredAdminToken() === null ? null : undefined,
  });
  return { admin: data, error, isLoading, refresh: () => reload() };
}

export function useIsSuperAdmin(): boolean {
  return useAdmin().admin?.role === 'super_admin';
}

/** Returns false if the browser cannot store the token. Requests read the token only from storage. */
export function startAdminSession({ token, admin }: SignedInAdmin): boolean {
  storeAdminToken(token);
  if (getStoredAdminToken() !== token) return false;
  clearAdminCache();
  setAdmin(admin);
  return true;
}

/** Replaces the session's token without reloading the open page or its data. */
export function renewAdminSession({ token, admin }: SignedInAdmin): void {
  storeAdminToken(token);
  setAdmin(admin);
}

/**
 * Clears a session that the server has ended. The admin route then redirects to the login page and returns to the same page after the
 * login.
 */
export function clearAdminSession(): void {
  storeAdminToken(null);
  setAdmin(null);
}

/** Ends the session on this device even if the server cannot be reached. */
export async function signOutAdmin(): Promise<void> {
  const hasEnded = await endServerSession();
  leaveAdminArea();
  showToast({
    title: 'Logged out',
    tone: 'info',
    ...(!hasEnded && {
      description: `You’re logged out on this device. We couldn’t reach the server; your session there will expire within ${adminSessionTtlSeconds / secondsPerHour} hours.`,
    }),
  });
}

export function leaveAdminArea(): void {
  storeAdminToken(null);
  navigate(paths.adminLogin);
  setAdmin(null);
  clearAdminCache();
}

async function endServerSession(): Promise<boolean> {
  try {
    const { ok } = await fetchWithSession('/api/admin/logout', { method: 'POST' }, logoutTimeoutMs);
    return ok;
  } catch {
    return false;
  }
}

export async function refreshAdmin(): Promise<void> {
  await mutate(adminKey);
}

export function setAdmin(admin: Admin | null): void {
  void mutate(adminKey, admin, { revalidate: false });
}

/** Returns whether a cache key belongs to admin data. Keys for lists have several parts, one of which is the URL. */
function isAdminKey(key: unknown): boolean {
  const parts: unknown[] = Array.isArray(key) ? key : [key];
  return key !== adminKey && parts.some((part) => typeof part === 'string' && /^\/api\/(admin|test-cards)\b/.test(part));
}

/** Clears the cached data. An administrator must never see data loaded for another one, who may have more permissions. */
function clearAdminCache(): void {
  void mutate(isAdminKey, undefined, { revalidate: false });
}

/** Updates this tab after a login or logout in another tab, and reloads the page's data. */
async function syncWithOtherTab(): Promise<void> {
  clearAdminCache();
  await mutate(adminKey, undefined, { revalidate: true }).catch(() => {});
  await mutate(isAdminKey).catch(() => {});
}

onAdminTokenChangedElsewhere(() => void syncWithOtherTab());
