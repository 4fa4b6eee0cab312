/** What becomes of a mail in the outbox: whether it may go, and when it is tried again. Product rules: Claims, printing, email and messages. */
import { jobRetrySeconds, mailAttempts, mailRetryDelaysSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { MailTemplate } from './mail.ts';

/** Mails that a member can do without; all others tell of their account, money or certificates. */
const optionalTemplates = new Set<string>(['certificate_reminder', 'card_digest', 'new_cards', 'put_on_map'] satisfies MailTemplate[]);

export function isOptional(template: string): boolean {
  return optionalTemplates.has(template);
}

/** Mails that name a member and go to our own office. */
const officeTemplates = new Set<string>(['contact_message'] satisfies MailTemplate[]);

/**
 * Mails that whoever registers can cause as often as they like, with any address. What of them is too much for a mailbox that
 * nobody has verified does not go at all. All others follow from what cost something, and wait.
 */
const causedAtWill = new Set<string>([
  'welcome',
  'verify_email',
  'confirm_email_change',
  'confirm_payout_address',
  'password_changed',
  'provider_linked',
  'passkey_added',
  'reset_password',
  'account_deletion',
] satisfies MailTemplate[]);

export interface ClaimedMail {
  template: string;
  /** With the one that was just begun. */
  attempts: number;
  /** Null where the mail is to nobody of ours. */
  wantsOptionalMail: 0 | 1 | null;
  /** To an address that its member has not verified; null where the mail is to nobody of ours. */
  isToUnproved: 0 | 1 | null;
}

export type Undeliverable = 'unsubscribed' | 'no attempt came to an end';

/** Why a mail is not to be tried any more, before it is. */
export function undeliverable({ template, attempts, wantsOptionalMail }: ClaimedMail): Undeliverable | undefined {
  if (attempts > mailAttempts) return 'no attempt came to an end';
  return isOptional(template) && wantsOptionalMail === 0 ? 'unsubscribed' : undefined;
}

/**
 * Whether a mail is to be counted for its mailbox, which may get so many and no more: at its first try, for one that seems to
 * have failed may have gone.
 */
export function isCounted({ template, attempts, isToUnproved }: ClaimedMail): boolean {
  return isToUnproved === 1 && attempts === 1 && !officeTemplates.has(template);
}

export interface FullMailboxMail {
  status: 'held' | 'dead';
  nextAttemptAt: Seconds;
}

/** Where its mailbox has had as many mails as it may get until then. */
export function inFullMailbox({ template }: ClaimedMail, until: Seconds, now: Seconds): FullMailboxMail {
  return causedAtWill.has(template) ? { status: 'dead', nextAttemptAt: now } : { status: 'held', nextAttemptAt: until };
}

/** Outcome of an attempt; the last three say what failed, as far as known. */
export type AttemptResult = 'went' | 'outage' | 'mail' | 'unknown';

/** So many tries at once and none that went: then it is the provider that fails, whatever it says of each mail. */
const failuresOfProvider = 3;

/**
 * Whether the provider has failed, by what was tried at once. Of a whole run a single failure is enough that is not the mail's own,
 * as long as nothing has gone; right after a request the next run shows whether it was more than one.
 */
export function isProviderFailure(results: AttemptResult[], { isJob, hasSent }: { isJob: boolean; hasSent: boolean }): boolean {
  if (results.includes('outage')) return true;
  if (results.length === 0 || results.includes('went')) return false;
  return results.length >= failuresOfProvider || (isJob && !hasSent && results.includes('unknown'));
}

/** Prefix of `lastError` for failures of the provider, to detect their end. */
export const providerFailed = 'The mail provider failed: ';

/** During an outage of the provider; does not count as an attempt. */
export function retryAfterOutage(now: Seconds): { status: 'held'; nextAttemptAt: Seconds } {
  return { status: 'held', nextAttemptAt: now + jobRetrySeconds.first };
}

export type AfterFailure = { status: 'queued'; nextAttemptAt: Seconds } | { status: 'dead'; nextAttemptAt: Seconds };

/** After the attempt with this number failed. */
export function afterFailure(attempts: number, now: Seconds): AfterFailure {
  if (attempts >= mailAttempts) return { status: 'dead', nextAttemptAt: now };
  const delay = mailRetryDelaysSeconds[Math.min(attempts, mailRetryDelaysSeconds.length) - 1] ?? 0;
  return { status: 'queued', nextAttemptAt: now + delay };
}
