import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { row } from '#tests/worker/support/client.ts';

export const whySuspended = 'Sixty cards within a minute. How was that?';

const versionOf = async (id: number) => (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', id))?.version ?? -1;

export async function suspend({ client }: TestAdmin, id: number, changes: { reason?: string; version?: number } = {}) {
  const body = { reason: whySuspended, version: await versionOf(id), ...changes };
  return client.post<AdminUserDetails>(`/api/admin/users/${id}/suspension`, body);
}

export async function reinstate({ client }: TestAdmin, id: number, changes: { reason?: string; version?: number } = {}) {
  const body = { reason: 'All is explained', version: await versionOf(id), ...changes };
  return client.post<AdminUserDetails>(`/api/admin/users/${id}/suspension/end`, body);
}
