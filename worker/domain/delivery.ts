/** What becomes of a mail in the outbox: whether it may go, and when it is tried again. Rulings section 10. */
import { mailAttempts, mailRetryDelaysSeconds } from '#schema/rules.ts';
import type { Seconds } from './time.ts';

/** Mails that a member can do without; all others tell of their account, money or certificates. */
const optionalTemplates = new Set(['certificate_reminder']);

export function isOptional(template: string): boolean {
  return optionalTemplates.has(template);
}

export interface ClaimedMail {
  template: string;
  /** With the one that was just begun. */
  attempts: number;
  /** Null where the mail is to nobody of ours. */
  wantsOptionalMail: 0 | 1 | null;
}

export type Undeliverable = 'unsubscribed' | 'no attempt came to an end';

/** Why a mail is not to be tried any more, before it is. */
export function undeliverable({ template, attempts, wantsOptionalMail }: ClaimedMail): Undeliverable | undefined {
  if (attempts > mailAttempts) return 'no attempt came to an end';
  return isOptional(template) && wantsOptionalMail === 0 ? 'unsubscribed' : undefined;
}

export type AfterFailure = { status: 'queued'; nextAttemptAt: Seconds } | { status: 'dead'; nextAttemptAt: Seconds };

/** After the attempt with this number failed. */
export function afterFailure(attempts: number, now: Seconds): AfterFailure {
  if (attempts >= mailAttempts) return { status: 'dead', nextAttemptAt: now };
  const delay = mailRetryDelaysSeconds[Math.min(attempts, mailRetryDelaysSeconds.length) - 1] ?? 0;
  return { status: 'queued', nextAttemptAt: now + delay };
}
