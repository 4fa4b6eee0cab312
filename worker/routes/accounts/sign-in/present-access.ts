import type { Passkey } from '#schema/accounts/passkey.ts';
import type { RecentAccess } from '#schema/accounts/password-change.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { RecentAccess as RecentRows } from '#worker/store/accounts/account-security.ts';

export function presentPasskey(passkey: { id: number; name: string; createdAt: number; lastUsedAt: number | null }): Passkey {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return { id, name, createdAt: toIso(createdAt), lastUsedAt: toIsoOrNull(lastUsedAt) };
}

export function presentRecentAccess({ passkeys, providers }: RecentRows): RecentAccess {
  return {
    passkeys: passkeys.map(presentPasskey),
    providers: providers.map(({ provider, createdAt }) => ({ provider, createdAt: toIso(createdAt) })),
  };
}
