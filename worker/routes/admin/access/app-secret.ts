import { recoveryCodeCount } from '#schema/rules.ts';
import type { Config } from '#worker/env.ts';
import { randomCode, sha256 } from '#worker/security/random.ts';
import { seal, unseal } from '#worker/security/seal.ts';

const adminOwner = (adminId: number) => `admin:${adminId}`;

export function sealSecret({ appSecretKeys: [key] }: Config, adminId: number, secret: string): Promise<string> {
  return seal(key, secret, adminOwner(adminId));
}

/**
 * Decrypts an authenticator app's secret; returns undefined if its key no longer exists. `isOld` means that it was encrypted with the
 * previous key.
 */
export async function openSecret(
  { appSecretKeys }: Config,
  adminId: number,
  sealedSecret: string,
): Promise<{ secret: string; isOld: boolean } | undefined> {
  for (const [index, key] of appSecretKeys.entries()) {
    const secret = await unseal(key, sealedSecret, adminOwner(adminId));
    if (secret !== undefined) return { secret, isOld: index > 0 };
  }
  return undefined;
}

/** Creates recovery codes of 120 random bits each so that the stored hashes cannot be reversed. */
export async function newRecoveryCodes(adminId: number): Promise<{ codes: string[]; hashes: string[] }> {
  const plainCodes = Array.from({ length: recoveryCodeCount }, () => randomCode() + randomCode() + randomCode());
  const hashes = await Promise.all(plainCodes.map((code) => recoveryCodeHash(adminId, code)));
  return { codes: plainCodes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), hashes };
}

export function recoveryCodeHash(adminId: number, code: string): Promise<string> {
  return sha256(`recovery:${adminId}:${code}`);
}
