/** Limits sign-ups by network address and mailbox. Disabled by default in development. */
import type { Context } from 'hono';
import { mailboxSignUpLimit, signUpLimits } from '#worker/domain/limit.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';

/** Counts a sign-up attempt before any other work; throws if a limit is exceeded. */
export async function countSignUp(
  { var: { config, now, store, addressHashes } }: Pick<Context<AppEnv>, 'var'>,
  email: string,
): Promise<void> {
  if (!config.limitsUse) return;
  const limits = signUpLimits(await addressHashes(), await mailboxHash(config.linkSigningKey, email), now);
  const counts = await store.counters.attempt(limits);
  refuseOverrun(limits.slice(0, -1), counts, now, 'too_many_sign_ups');
  refuseOverrun(limits.slice(-1), counts.slice(-1), now, 'too_many_sign_ups_of_mailbox');
}

/**
 * If no account was created, removes the attempt from the mailbox's count because the mailbox may be someone else's. The attempt still
 * counts against the caller's network address.
 */
export async function forgiveMailbox({ var: { config, now, store } }: Pick<Context<AppEnv>, 'var'>, email: string): Promise<void> {
  if (config.limitsUse) await store.counters.forgive([mailboxSignUpLimit(await mailboxHash(config.linkSigningKey, email), now)]);
}
