import { mutate } from 'swr';
import type { Admin } from '#schema/admin/session.ts';
import { storeAdminToken } from '#web/lib/admin-token.ts';

export const keeper: Admin = {
  id: 3,
  email: 'ada@demo.test',
  firstName: 'Ada',
  lastName: 'Marsh',
  role: 'super_admin',
  mustSetPassword: false,
  secondFactor: 'optional',
};

/** Signs an administrator in by setting the page's stored state; null signs out. */
export async function signInAsAdmin(admin: Partial<Admin> | null): Promise<void> {
  storeAdminToken(admin && 'admin-test-token');
  await mutate(() => true, undefined, { revalidate: false });
  if (admin) await mutate('/api/admin/me', { ...keeper, ...admin }, { revalidate: false });
}
