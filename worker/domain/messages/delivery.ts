/** Decides whether a queued email may be sent, and when it is retried. Product rules: Claims, printing, email and messages. */
import type { BounceReason } from '#schema/messages/bounce.ts';
import type { PushTopic } from '#schema/messages/notifications.ts';
import { jobRetrySeconds, mailAttempts, mailRetryDelaysSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { type MailTemplate, officeTemplates } from './mail.ts';

/** Topics of emails that members can turn off. All other emails concern the account, money or certificates. */
const optionalTopics: ReadonlyMap<string, PushTopic> = new Map<MailTemplate, PushTopic>([
  ['certificate_reminder', 'stay'],
  ['stay_reminder', 'stay'],
  ['card_digest', 'card_found'],
  ['card_missing', 'card_news'],
  ['card_reported', 'card_news'],
  ['new_cards', 'new_cards'],
  ['put_on_map', 'card_news'],
  ['thanks', 'thanks'],
]);

/** Returns the topic of an optional email; undefined for other emails. */
export function findOptionalTopic(template: string): PushTopic | undefined {
  return optionalTopics.get(template);
}

/**
 * Templates of emails that anyone can trigger, to any address. If the limit for an unverified mailbox is exceeded, these are dropped; all
 * others are only delayed.
 */
const publiclyTriggeredTemplates = new Set<string>([
  'welcome',
  'verify_email',
  'confirm_email_change',
  'confirm_payout_address',
  'password_changed',
  'provider_linked',
  'passkey_added',
  'sign_in_removed',
  'reset_password',
] satisfies MailTemplate[]);

/**
 * Templates of emails whose link verifies the address. The recipient requested them, so they are sent even to an address that has bounced.
 */
const confirmingTemplates = new Set<string>([
  'verify_email',
  'confirm_email_change',
  'confirm_payout_address',
  'reset_password',
] satisfies MailTemplate[]);

/**
 * Templates of emails about signing in, payout addresses and parcel addresses. Most have a single-use link, which only the event that
 * queued the email can create, so none of them can be sent again.
 */
export const securityTemplates: ReadonlySet<string> = new Set<string>([
  'welcome',
  'verify_email',
  'confirm_email_change',
  'email_change_requested',
  'email_was_changed',
  'account_recovered',
  'password_changed',
  'provider_linked',
  'account_taken_over',
  'reset_password',
  'passkey_added',
  'sign_in_removed',
  'admin_email_changed',
  'admin_reset_password',
  'admin_password_reset',
  'admin_password_changed',
  'admin_factor_changed',
  'super_admin_changed',
  'account_deletion',
  'account_suspended',
  'account_let_back',
  'signed_out',
  'profile_changed',
  'language_changed',
  'traveler_entered',
  'confirm_payout_address',
  'payout_address_requested',
  'payout_address_added',
  'payout_address_changed',
  'order_address_changed',
] satisfies MailTemplate[]);

/** Templates of emails that warn members about what administrators or claimants did with their cards, codes and orders. */
const cardWarningTemplates = new Set<string>([
  'card_claimed',
  'card_code_downloaded',
  'card_disabled',
  'card_edited',
  'card_left',
  'card_replaced',
  'card_taken_off',
  'cards_resent',
] satisfies MailTemplate[]);

/** Templates of emails that name a PayPal address, which only super administrators may see. */
const payoutAddressTemplates = new Set<string>([
  'password_changed',
  'signed_out',
  'confirm_payout_address',
  'payout_address_requested',
  'payout_address_added',
  'payout_address_changed',
] satisfies MailTemplate[]);

export function namesPayoutAddress(template: string): boolean {
  return payoutAddressTemplates.has(template);
}

export interface StoredMail {
  template: string;
  status: string;
  /** Whether the email was sent to the current address of a member who has not left. */
  isToMember: 0 | 1;
  hasBounced: 0 | 1;
}

export type ResendRefusal = 'mail_is_security' | 'mail_not_sent' | 'mail_to_other_address' | 'mails_stopped';

/** Decides whether an administrator may send an email a second time. Failed emails are retried instead. */
export function decideResend({ template, status, isToMember, hasBounced }: StoredMail): Result<undefined, ResendRefusal> {
  if (securityTemplates.has(template)) return err('mail_is_security');
  if (status !== 'sent') return err('mail_not_sent');
  if (isToMember === 0) return err('mail_to_other_address');
  return hasBounced === 1 ? err('mails_stopped') : ok(undefined);
}

export interface ClaimedMail {
  template: string;
  attempts: number;
  wantsOptionalMail: 0 | 1 | null;
  /** Topics whose emails the member turned off, as a JSON array. */
  stoppedTopics: string;
  /** Whether the email goes to an unverified address; null if the recipient is not a member. */
  isToUnverified: 0 | 1 | null;
  /** Whether the email goes to the placeholder address of an erased member; null if the recipient is not a member. */
  isToErased: 0 | 1 | null;
  /** Why emails to the address are suppressed; null if they are not. */
  bounceReason: BounceReason | null;
}

export interface UndeliverableMail {
  status: 'dead' | 'dropped';
  reason: 'account deleted' | 'unsubscribed' | 'address bounced' | 'no attempt finished';
}

/** Returns why an email cannot be delivered; undefined if it can. `dead` emails raise an alarm, `dropped` ones do not. */
export function findUndeliverableReason({
  template,
  attempts,
  wantsOptionalMail,
  stoppedTopics,
  isToErased,
  bounceReason,
}: ClaimedMail): UndeliverableMail | undefined {
  if (isToErased === 1) return { status: 'dropped', reason: 'account deleted' };
  const topic = findOptionalTopic(template);
  const isStopped = wantsOptionalMail === 0 || (JSON.parse(stoppedTopics) as string[]).includes(topic ?? '');
  if (topic !== undefined && isStopped) return { status: 'dropped', reason: 'unsubscribed' };
  if (bounceReason !== null && !isSentDespite(bounceReason, template)) return { status: 'dropped', reason: 'address bounced' };
  return attempts > mailAttempts ? { status: 'dead', reason: 'no attempt finished' } : undefined;
}

/**
 * After a complaint, the address still works. Whoever reads the mailbox can complain, so a complaint must not silence warnings to the
 * account's owner or to us.
 */
function isSentDespite(reason: BounceReason, template: string): boolean {
  if (confirmingTemplates.has(template)) return true;
  const isWarning = securityTemplates.has(template) || cardWarningTemplates.has(template);
  return reason === 'complained' && (isWarning || officeTemplates.some((office) => office === template));
}

/**
 * Whether a delivery attempt counts toward the mailbox's limit. Only the first attempt counts, even if it failed, because the email may
 * still have been sent.
 */
export function countsTowardLimit({ template, attempts, isToUnverified }: ClaimedMail): boolean {
  return isToUnverified === 1 && attempts === 1 && !officeTemplates.some((office) => office === template);
}

export interface FullMailboxMail {
  status: 'held' | 'dropped';
  nextAttemptAt: Seconds;
}

export function toFullMailboxMail({ template }: ClaimedMail, until: Seconds, now: Seconds): FullMailboxMail {
  return publiclyTriggeredTemplates.has(template) ? { status: 'dropped', nextAttemptAt: now } : { status: 'held', nextAttemptAt: until };
}

/** Outcome of a delivery attempt. `sent` means success; the other values name the cause of the failure. */
export type AttemptResult = 'sent' | 'recipient' | 'outage' | 'mail' | 'unknown';

/** After this many failures with an unknown cause and no success, the email provider is considered down. */
const failuresOfProvider = 3;

/**
 * Whether a batch of results shows that the email provider failed. Refusals of an address or an email don't count, because anyone can enter
 * an address. In a job that has sent nothing yet, one failure with an unknown cause is enough evidence. In a delivery after a request, it is
 * not, because the next job run will show whether the provider is down.
 */
export function isProviderFailure(results: AttemptResult[], { isJob, hasSent }: { isJob: boolean; hasSent: boolean }): boolean {
  if (results.includes('outage')) return true;
  const failures = results.filter((result) => result === 'unknown').length;
  if (failures === 0 || results.includes('sent')) return false;
  return failures >= failuresOfProvider || (isJob && !hasSent);
}

/** Prefix of `lastError` for provider failures; used to detect when the failure ends. */
export const providerFailurePrefix = 'The mail provider failed: ';

/**
 * Schedules the next attempt for an email that was delayed by a provider outage. The outage does not count as an attempt, because the email
 * is not at fault.
 */
export function retryAfterOutage(now: Seconds): { status: 'held'; nextAttemptAt: Seconds } {
  return { status: 'held', nextAttemptAt: now + jobRetrySeconds.first };
}

export type AfterFailure = { status: 'queued'; nextAttemptAt: Seconds } | { status: 'dead'; nextAttemptAt: Seconds };

export function planRetry(attempts: number, now: Seconds): AfterFailure {
  if (attempts >= mailAttempts) return { status: 'dead', nextAttemptAt: now };
  const delay = mailRetryDelaysSeconds[Math.min(attempts, mailRetryDelaysSeconds.length) - 1] ?? 0;
  return { status: 'queued', nextAttemptAt: now + delay };
}
