/**
 * Checks the current password for actions that require more than a valid session. Sign-in limits apply so that a stolen session cannot be
 * used to guess the password.
 */
import type { Context } from 'hono';
import { freshUntil } from '#worker/domain/accounts/deletion.ts';
import { decideChangeConfirmation } from '#worker/domain/accounts/email-change.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { confirmedChangeLimits, unconfirmedChangeLimits } from '#worker/domain/limit.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { SignedIn } from '#worker/middleware/session.ts';
import { passwordLimits } from '#worker/routes/accounts/sign-in/sign-in-by-password.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unusablePassword, verifyPassword } from '#worker/security/password.ts';
import type { Member } from '#worker/store/accounts/users.ts';

/** @throws ApiError `wrong_current_password`, or `too_many_logins` after too many attempts. */
export async function checkCurrentPassword<E extends AppEnv>(
  c: Context<E>,
  account: { email: string; passwordHash: string },
  password: string,
): Promise<void> {
  const limits = await passwordLimits(c, comparisonKey(account.email));
  await countAttempt(c, limits, 'too_many_logins');
  if (!(await verifyPassword(account.passwordHash, password))) {
    throw new ApiError('wrong_current_password', { field: 'currentPassword' });
  }
  await c.var.store.counters.forgive(limits);
}

/**
 * Counts a change that the member has just confirmed. Attempts with a wrong password do not count; otherwise, an intruder with a session
 * could block the owner's changes.
 *
 * @throws ApiError `too_many_requests`
 */
export async function countConfirmedChange(c: Pick<Context<AppEnv>, 'var'>, memberId: number): Promise<void> {
  await countAttempt(c, confirmedChangeLimits(memberId, c.var.now), 'too_many_requests');
}

/**
 * Counts a change that was made without the password. After a recent sign-in, it counts as confirmed, so that an intruder with an older session
 * cannot block the owner's changes.
 *
 * @throws ApiError `too_many_requests`
 */
export async function countUnconfirmedChange(
  c: Pick<Context<AppEnv>, 'var'>,
  { member, authenticatedAt }: { member: { id: number }; authenticatedAt: number },
): Promise<void> {
  const limits = c.var.now < freshUntil(authenticatedAt) ? confirmedChangeLimits : unconfirmedChangeLimits;
  await countAttempt(c, limits(member.id, c.var.now), 'too_many_requests');
}

/**
 * Checks the password if one is provided. If confirmation is required, either the password or a recent sign-in is sufficient. Returns
 * whether the password was checked.
 */
export async function confirmIdentity<E extends AppEnv>(
  c: Context<E>,
  { member, passwordHash, authenticatedAt }: { member: { id: number; email: string }; passwordHash: string; authenticatedAt: number },
  givenPassword: string | null | undefined,
  isNeeded = true,
): Promise<boolean> {
  const hasPassword = passwordHash !== unusablePassword;
  const confirmation = decideChangeConfirmation({ hasPassword, authenticatedAt }, givenPassword, c.var.now);
  if (confirmation.ok && confirmation.value === 'check_password' && givenPassword) {
    await checkCurrentPassword(c, { email: member.email, passwordHash }, givenPassword);
    await countConfirmedChange(c, member.id);
    return true;
  }
  if (!isNeeded) return false;
  if (!confirmation.ok) throw new ApiError(confirmation.refusal, hasPassword ? { field: 'currentPassword' } : {});
  await countConfirmedChange(c, member.id);
  return false;
}

/** Throws unless the caller proves who they are, because somebody else may have their session. */
export async function confirmCaller<E extends SignedIn>(
  c: Context<E>,
  givenPassword: string | null | undefined,
): Promise<{ member: Member }> {
  const { caller, now, store } = c.var;
  const account = requireValue(await store.users.signedInWithPassword(caller, now), 'not_signed_in');
  await confirmIdentity(c, account, givenPassword);
  return account;
}
