import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';
import { mailboxLimits } from '#worker/mails/mailbox-limits.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';

/**
 * Throws if an unverified mailbox has reached its email limit. This is only a check: emails are counted, and the limit is enforced, on
 * delivery.
 */
export async function refuseFullMailbox({ var: { config, now, store } }: Pick<Context<AppEnv>, 'var'>, address: string): Promise<void> {
  const limits = await mailboxLimits(config, address, now);
  if (limits.length === 0) return;
  const counts = await store.counters.read(limits);
  refuseOverrun(
    limits,
    counts.map((count) => count + 1),
    now,
    'too_many_mails',
  );
}

/**
 * Throws 403 if emails to the member bounce: the change would go unnoticed, because its warning would not arrive. A complaint does not stop
 * such warnings.
 */
export async function refuseUnreachable({ var: { store } }: Pick<Context<AppEnv>, 'var'>, email: string): Promise<void> {
  const bounce = await store.bouncedAddresses.find(email);
  if (bounce && bounce.reason !== 'complained') throw new ApiError('email_unreachable');
}
