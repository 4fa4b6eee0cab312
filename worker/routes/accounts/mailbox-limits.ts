/** What a caller is told who asks for a mail that would be one too many for its mailbox. */
import type { Context } from 'hono';
import { mailboxLimits } from '#worker/mails/mailbox-limits.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { refuseOverrun } from '#worker/routes/limits.ts';

/** Refuses where a mail to that address, which nobody has verified, would not go now. Delivery counts it, and holds the limit. */
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
