import { adminCaller } from '#tests/support/admin/admin.ts';

export async function suspend(userId: number, reason: string): Promise<void> {
  const { api } = await adminCaller();
  const path = `/api/admin/users/${userId}`;
  const { profile } = (await (await api.get(path)).json()) as { profile: { version: number } };
  const answer = await api.post(`${path}/suspension`, { data: { reason, version: profile.version } });
  if (!answer.ok()) throw new Error(`The member was not suspended: ${await answer.text()}`);
}
