import type { Context } from 'hono';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { deviceLoginLimits, type Limit, loginLimits, secondsUntilAllowed } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { knownDevice } from '#worker/middleware/known-device.ts';
import { refuseSuspended } from '#worker/routes/accounts/refuse-suspended.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { hashPassword, needsRehash, verifyPassword } from '#worker/security/password.ts';
import { keyedHash } from '#worker/security/random.ts';
import { newSession, noteFailedSignIn, respondWithSession } from './new-session.ts';

/**
 * Signs in with email address and password. Throws `wrong_credentials` or `too_many_logins`. Takes equally long for unknown addresses.
 * Throws `member_suspended` only if the password is correct.
 */
export async function signInByPassword(c: Context<AppEnv>, email: string, password: string): Promise<SignedInUser> {
  const { now, store } = c.var;
  const emailKey = comparisonKey(email);
  const limits = await passwordLimits(c, emailKey);
  // Retries once if a password change or a rehash by another sign-in changed the hash during verification.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const attemptResult = await store.signIns.attempt(emailKey, limits);
    const isOverrun = secondsUntilAllowed(limits, attemptResult.counts, now) !== undefined;
    const isPasswordCorrect = !isOverrun && (await verifyPassword(attemptResult.account?.passwordHash, password));
    if (!isPasswordCorrect && attemptResult.account)
      noteFailedSignIn(c, attemptResult.account.id, isOverrun ? 'refused' : 'failed', 'password');
    refuseOverrun(limits, attemptResult.counts, now, 'too_many_logins');
    if (!isPasswordCorrect || !attemptResult.account) throw new ApiError('wrong_credentials');
    if (attemptResult.account.suspendedReason !== null) {
      await store.counters.forgive(limits);
      noteFailedSignIn(c, attemptResult.account.id, 'refused', 'password');
    }
    refuseSuspended(attemptResult.account.suspendedReason);
    const session = await newSession(c, 'password');
    const newPasswordHash = needsRehash(attemptResult.account.passwordHash) ? await hashPassword(password) : null;
    const member = await store.signIns.succeed(attemptResult.account, session, newPasswordHash, limits, now);
    if (member) return respondWithSession(c, member, session);
  }
  throw new ApiError('wrong_credentials');
}

/** Returns the limits for signing in and for confirming the password again. A known device has its own limit. */
export async function passwordLimits<E extends AppEnv>(c: Context<E>, emailKey: string): Promise<Limit[]> {
  const { addressHash, config, now, store } = c.var;
  const device = await knownDevice(c, 'member', () => store.signIns.find(emailKey));
  if (device !== undefined) return deviceLoginLimits('login', device, now);
  return loginLimits(await keyedHash(config.linkSigningKey, 'account', emailKey), await addressHash(), now);
}
