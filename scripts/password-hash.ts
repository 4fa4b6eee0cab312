/** Hashes passwords in the same way as worker/security/password.ts, which Node cannot load because it imports wasm for workerd. */
import { Argon2Type } from '@phi-ag/argon2';
import initialize from '@phi-ag/argon2/node';
import { passwordHashParameters } from '#schema/rules.ts';
import { padForArgon2 } from '#worker/domain/accounts/password-padding.ts';

export async function hashPassword(password: string): Promise<string> {
  const argon2 = await initialize();
  return argon2.hash(padForArgon2(password), { type: Argon2Type.Argon2id, ...passwordHashParameters }).encoded;
}
