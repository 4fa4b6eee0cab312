/** Password hashes as the Worker makes them (worker/security/password.ts), which cannot be loaded in Node: its wasm import is workerd's. */
import { Argon2Type } from '@phi-ag/argon2';
import initialize from '@phi-ag/argon2/node';
import { passwordHashParameters } from '#schema/rules.ts';
import { padForArgon2 } from '#worker/domain/accounts/password-padding.ts';

/** PHC string of a new password. */
export async function hashPassword(password: string): Promise<string> {
  const argon2 = await initialize();
  return argon2.hash(padForArgon2(password), { type: Argon2Type.Argon2id, ...passwordHashParameters }).encoded;
}
