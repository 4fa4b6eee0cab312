/** The password of now, where a session alone does not do. A stolen session is no way to guess it: the limits are those of signing in. */
import type { Context } from 'hono';
import { comparisonKey } from '#worker/domain/profile.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { verifyPassword } from '#worker/security/password.ts';
import { countAttempt } from './limits.ts';
import { passwordLimits } from './sign-in-by-password.ts';

/** @throws ApiError `wrong_current_password`, and `too_many_logins` after too many of those. */
export async function checkCurrentPassword<E extends AppEnv>(
  c: Context<E>,
  account: { email: string; passwordHash: string },
  given: string,
): Promise<void> {
  const limits = await passwordLimits(c, comparisonKey(account.email));
  await countAttempt(c, limits, 'too_many_logins');
  if (!(await verifyPassword(account.passwordHash, given))) {
    throw new ApiError('wrong_current_password', { fields: { currentPassword: 'Current password is incorrect' } });
  }
  await c.var.store.counters.forgive(limits);
}
