/** The limits on making accounts, by network address and by mailbox; none in development, unless it asks for them. */
import type { Context } from 'hono';
import { mailboxSignUpLimit, signUpLimits } from '#worker/domain/limit.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';

/** Counts an attempt to register with that address, before anything is asked or made; refuses one that is too many. */
export async function countSignUp(
  { var: { config, now, store, addressHashes } }: Pick<Context<AppEnv>, 'var'>,
  email: string,
): Promise<void> {
  if (!config.limitsSignUps) return;
  const limits = signUpLimits(await addressHashes(), await mailboxHash(config.linkSigningKey, email), now);
  const counts = await store.counters.attempt(limits);
  refuseOverrun(limits.slice(0, -1), counts, now, 'too_many_sign_ups');
  refuseOverrun(limits.slice(-1), counts.slice(-1), now, 'too_many_sign_ups_of_mailbox');
}

/** No account came of the attempt: it counts for whoever made it, and not for the mailbox, which may be another's. */
export async function forgiveMailbox({ var: { config, now, store } }: Pick<Context<AppEnv>, 'var'>, email: string): Promise<void> {
  if (config.limitsSignUps) await store.counters.forgive([mailboxSignUpLimit(await mailboxHash(config.linkSigningKey, email), now)]);
}
