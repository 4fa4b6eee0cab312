import type { Passkey } from '#schema/accounts/passkey.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';

export function presentPasskey(passkey: { id: number; name: string; createdAt: number; lastUsedAt: number | null }): Passkey {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return { id, name, createdAt: toIso(createdAt), lastUsedAt: toIsoOrNull(lastUsedAt) };
}
