/** Password hashing with argon2id and OWASP's parameters (19 MiB, t=2, p=1), which takes about 66 ms of CPU time in production. */
import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import { passwordHashParameters } from '#schema/rules.ts';
import { padForArgon2 } from '#worker/domain/accounts/password-padding.ts';

const parameters = { type: Argon2Type.Argon2id, ...passwordHashParameters };

/** Stored instead of a hash for accounts without a password. No password matches it. */
export const unusablePassword = '!';

/** Hash to verify against if no account matches, so that an unknown email address takes as long as a wrong password. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The loaded Argon2 instance. It is stored instead of a promise because a promise is bound to the request that created it. */
let instance: Argon2 | undefined;

async function argon2(): Promise<Argon2> {
  instance ??= new Argon2(await WebAssembly.instantiate(wasm));
  return instance;
}

export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(padForArgon2(password), parameters).encoded;
}

/**
 * Verifies a password. Without a usable hash, takes equally long and returns false so that timing does not reveal whether an account
 * exists.
 */
export async function verifyPassword(phc: string | undefined, password: string): Promise<boolean> {
  const storedHash = phc?.startsWith('$argon2') ? phc : undefined;
  const { success } = (await argon2()).tryVerify(storedHash ?? decoyHash, padForArgon2(password));
  return storedHash !== undefined && success;
}

/** Whether the hash has weaker parameters than the current ones and should be replaced at the next sign-in. */
export function needsRehash(phc: string): boolean {
  return !phc.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`);
}
