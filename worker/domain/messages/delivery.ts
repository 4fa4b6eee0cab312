/** Whether an outbox mail may be sent, and when it is retried. Product rules: Claims, printing, email and messages. */
import { jobRetrySeconds, mailAttempts, mailRetryDelaysSeconds } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { MailTemplate } from './mail.ts';

/** All others concern the account, money or certificates. */
const optionalTemplates = new Set<string>(['certificate_reminder', 'card_digest', 'new_cards', 'put_on_map'] satisfies MailTemplate[]);

export function isOptional(template: string): boolean {
  return optionalTemplates.has(template);
}

/** Mails that name a member but go to our office. */
const officeTemplates = new Set<string>(['contact_message'] satisfies MailTemplate[]);

/**
 * Mails that anyone can cause at will, to any address. Above the limit of an unverified mailbox they are dropped; all others follow from
 * something paid, and wait.
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
  attempts: number;
  /** Null if the recipient is not a member. */
  wantsOptionalMail: 0 | 1 | null;
  /** To an unverified address; null if the recipient is not a member. */
  isToUnproved: 0 | 1 | null;
}

export type Undeliverable = 'unsubscribed' | 'no attempt finished';

export function undeliverable({ template, attempts, wantsOptionalMail }: ClaimedMail): Undeliverable | undefined {
  if (attempts > mailAttempts) return 'no attempt finished';
  return isOptional(template) && wantsOptionalMail === 0 ? 'unsubscribed' : undefined;
}

/** Whether a mail counts towards its mailbox's limit: only the first attempt, since a failed one may have been sent. */
export function isCounted({ template, attempts, isToUnproved }: ClaimedMail): boolean {
  return isToUnproved === 1 && attempts === 1 && !officeTemplates.has(template);
}

export interface FullMailboxMail {
  status: 'held' | 'dead';
  nextAttemptAt: Seconds;
}

export function toFullMailboxMail({ template }: ClaimedMail, until: Seconds, now: Seconds): FullMailboxMail {
  return causedAtWill.has(template) ? { status: 'dead', nextAttemptAt: now } : { status: 'held', nextAttemptAt: until };
}

/** The last three state what failed, if known. */
export type AttemptResult = 'went' | 'outage' | 'mail' | 'unknown';

/** With this many failures and no success, the provider is considered down, whatever it reports. */
const failuresOfProvider = 3;

/**
 * Whether the provider failed, judging by a batch. In a job, one failure that is not the mail's own is enough if nothing was sent; after a
 * request, the next job run decides.
 */
export function isProviderFailure(results: AttemptResult[], { isJob, hasSent }: { isJob: boolean; hasSent: boolean }): boolean {
  if (results.includes('outage')) return true;
  if (results.length === 0 || results.includes('went')) return false;
  return results.length >= failuresOfProvider || (isJob && !hasSent && results.includes('unknown'));
}

/** Prefix of `lastError` for provider failures, to detect their end. */
export const providerFailed = 'The mail provider failed: ';

/** Does not count as an attempt. */
export function retryAfterOutage(now: Seconds): { status: 'held'; nextAttemptAt: Seconds } {
  return { status: 'held', nextAttemptAt: now + jobRetrySeconds.first };
}

export type AfterFailure = { status: 'queued'; nextAttemptAt: Seconds } | { status: 'dead'; nextAttemptAt: Seconds };

export function afterFailure(attempts: number, now: Seconds): AfterFailure {
  if (attempts >= mailAttempts) return { status: 'dead', nextAttemptAt: now };
  const delay = mailRetryDelaysSeconds[Math.min(attempts, mailRetryDelaysSeconds.length) - 1] ?? 0;
  return { status: 'queued', nextAttemptAt: now + delay };
}
