/** Limits the number of emails to an unverified mailbox. Disabled by default in development. */
import { type Limit, unverifiedMailLimits } from '#worker/domain/limit.ts';
import type { Config } from '#worker/env.ts';
import { mailboxHash } from '#worker/security/mailbox.ts';

export async function mailboxLimits({ limitsUse, linkSigningKey }: Config, address: string, now: number): Promise<Limit[]> {
  return limitsUse ? unverifiedMailLimits(await mailboxHash(linkSigningKey, address), now) : [];
}
