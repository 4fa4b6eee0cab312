/** Signing in with e-mail and password. */
import type { Context } from 'hono';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { deviceLoginLimits, type Limit, loginLimits, spentFor } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { knownDevice } from '#worker/middleware/known-device.ts';
import { refuseSuspended } from '#worker/routes/accounts/suspended.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { hashPassword, needsRehash, verifyPassword } from '#worker/security/password.ts';
import { keyedHash } from '#worker/security/random.ts';
import { newSession, noteFailedSignIn, openedSession } from './opened-session.ts';

/**
 * Opens a session; throws `wrong_credentials`, alike and as slowly for an unknown address, or `too_many_logins`. That an account
 * is suspended (`member_suspended`) is told with the right password alone.
 */
export async function signInByPassword(c: Context<AppEnv>, email: string, password: string): Promise<SignedInUser> {
  const { now, store } = c.var;
  const emailKey = comparisonKey(email);
  const limits = await passwordLimits(c, emailKey);
  // Looks twice where the hash was replaced while it was being verified: by another sign-in that made it anew, or by a password change.
  for (let look = 1; look <= 2; look += 1) {
    const seen = await store.signIns.attempt(emailKey, limits);
    const isOverrun = spentFor(limits, seen.counts, now) !== undefined;
    const isRight = !isOverrun && (await verifyPassword(seen.account?.passwordHash, password));
    if (!isRight && seen.account) noteFailedSignIn(c, seen.account.id, isOverrun ? 'refused' : 'failed', 'password');
    refuseOverrun(limits, seen.counts, now, 'too_many_logins');
    if (!isRight || !seen.account) throw new ApiError('wrong_credentials');
    if (seen.account.suspendedReason !== null) {
      await store.counters.forgive(limits);
      noteFailedSignIn(c, seen.account.id, 'refused', 'password');
    }
    refuseSuspended(seen.account.suspendedReason);
    const session = await newSession(c, 'password');
    const rehashed = needsRehash(seen.account.passwordHash) ? await hashPassword(password) : null;
    const member = await store.signIns.succeed(seen.account, session, rehashed, limits, now);
    if (member) return openedSession(c, member, session);
  }
  throw new ApiError('wrong_credentials');
}

/**
 * The limits of guessing a member's password: at sign-in, and where a session asks for it again. A device that has signed in
 * to the account before has one of its own.
 */
export async function passwordLimits<E extends AppEnv>(c: Context<E>, emailKey: string): Promise<Limit[]> {
  const { addressHash, config, now, store } = c.var;
  const device = await knownDevice(c, 'member', () => store.signIns.find(emailKey));
  if (device !== undefined) return deviceLoginLimits('login', device, now);
  return loginLimits(await keyedHash(config.linkSigningKey, 'account', emailKey), await addressHash(), now);
}
