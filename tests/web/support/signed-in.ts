import { mutate } from 'swr';
import type { User } from '#schema/accounts/user.ts';
import { member } from '#tests/web/support/fake-server.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { clearSession, storeToken } from '#web/lib/auth-storage.ts';

/** Signs a member in by setting the page's cached state; null signs out. */
export async function signInAs(user: Partial<User> | null): Promise<void> {
  await mutate(() => true, undefined, { revalidate: false });
  if (user) storeToken('test-token');
  else clearSession();
  setUser(user && { ...member, ...user });
}
