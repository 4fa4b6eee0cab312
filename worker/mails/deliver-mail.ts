/** Delivers the queued emails at least once. Product rules: Claims, printing, email and messages. */
import { type MailProvider, MailProviderError } from '#worker/clients/mail-provider.ts';
import { type Limit, secondsUntilAllowed } from '#worker/domain/limit.ts';
import {
  type AttemptResult,
  countsTowardLimit,
  findUndeliverableReason,
  isProviderFailure,
  planRetry,
  providerFailurePrefix,
  retryAfterOutage,
  toFullMailboxMail,
} from '#worker/domain/messages/delivery.ts';
import { officeTemplates } from '#worker/domain/messages/mail.ts';
import { describeError, logError, scrub } from '#worker/log.ts';
import { linkTokenHash } from '#worker/security/link.ts';
import type { DeliveryOutcome, MailToSend } from '#worker/store/messages/outbox.ts';
import type { Store } from '#worker/store/store.ts';
import { english, type Words } from '#worker/words/words.ts';
import { composeMail, type MailSite } from './compose.ts';
import { Payload } from './content.ts';

const perChunk = 6;

export interface MailDeps {
  store: Store;
  /** Null if no mail provider is configured; email then stays queued. */
  provider: MailProvider | null;
  site: MailSite;
  previousLinkKeys: CryptoKey[];
  getLimits: (address: string, now: number) => Promise<Limit[]>;
  readWords: (language: string) => Promise<Words>;
}

/** Scope of a delivery run. Jobs drain the whole queue. Requests deliver their own emails first, even if the queue is long. */
export interface DeliveryRun {
  order: 'oldest' | 'newest';
  isOver: (chunks: number) => boolean;
}

/** Outcome of delivering one email. `result` is the provider's result; set only if the provider was called. */
type Attempt = DeliveryOutcome & { result?: AttemptResult };

/**
 * Delivers due email. Safe to run twice, late or in parallel. If the provider failed, the run ends, because further calls would only use up
 * attempts, and rejects with a message for administrators. Undeliverable emails do not fail the run.
 */
export async function deliverMail(deps: MailDeps, now: number, { order, isOver }: DeliveryRun): Promise<void> {
  const { store, provider } = deps;
  if (!provider) return;
  const startedAt = Date.now();
  // An email's lease starts when the email is claimed. A long run claims several chunks of emails, so it needs the current time.
  const clock = () => now + Math.floor((Date.now() - startedAt) / 1_000);
  let hasSent = false;
  for (let chunks = 0; !isOver(chunks); chunks += 1) {
    const claimedEmails = await store.outbox.claim(perChunk, clock(), order);
    const attempts = await Promise.all(claimedEmails.map((mail) => deliver(mail, provider, deps, clock)));
    const cause = describeProviderFailure(attempts, { isJob: order === 'oldest', hasSent });
    await store.outbox.reconcile(
      attempts.map((attempt) => toDeliveryOutcome(attempt, cause !== undefined)),
      clock(),
    );
    if (cause !== undefined) throw new Error(`The mail provider isn’t accepting email right now. We’ll retry: ${scrub(cause)}`);
    if (claimedEmails.length < perChunk) return;
    hasSent ||= attempts.some(({ status }) => status === 'sent');
  }
}

function describeProviderFailure(attempts: Attempt[], run: { isJob: boolean; hasSent: boolean }): string | undefined {
  const results = attempts.flatMap(({ result }) => result ?? []);
  if (!isProviderFailure(results, run)) return undefined;
  const worstResult = (['outage', 'unknown'] as const).find((fault) => results.includes(fault));
  const worstAttempt = attempts.find(({ result }) => result === worstResult);
  return worstAttempt && 'error' in worstAttempt ? worstAttempt.error : undefined;
}

function toDeliveryOutcome({ result, ...outcome }: Attempt, isProviders: boolean): DeliveryOutcome {
  const marksProvider = isProviders && result !== undefined && 'error' in outcome;
  return marksProvider ? { ...outcome, error: `${providerFailurePrefix}${outcome.error}` } : outcome;
}

/**
 * Returns the site's configuration with the key for signing the email's link. If the email was queued before a key rotation, this is the
 * previous key because the stored hash of the link was computed with it.
 */
async function buildMailSite({ messageId }: MailToSend, { site, previousLinkKeys, store }: MailDeps): Promise<MailSite> {
  for (const linkSigningKey of previousLinkKeys) {
    if (await store.mailLinks.exists(await linkTokenHash(linkSigningKey, messageId))) return { ...site, linkSigningKey };
  }
  return site;
}

/**
 * Visitors and our office get English. An email to the office can be about a member with another language. An email can name its language,
 * because the member's has just been changed.
 */
async function chooseWords({ template, language, payload }: MailToSend, { readWords }: MailDeps): Promise<Words> {
  const isToOffice = (officeTemplates as readonly string[]).includes(template);
  return isToOffice || language === null ? english : readWords(new Payload(payload).text('inLanguage') ?? language);
}

async function deliver(mail: MailToSend, provider: MailProvider, deps: MailDeps, clock: () => number): Promise<Attempt> {
  const { id, attempts } = mail;
  const undeliverable = findUndeliverableReason(mail);
  if (undeliverable) return { id, status: undeliverable.status, attempts, nextAttemptAt: clock(), error: undeliverable.reason };
  const limits = countsTowardLimit(mail) ? await deps.getLimits(mail.to, clock()) : [];
  const wait = limits.length > 0 ? secondsUntilAllowed(limits, await deps.store.counters.attempt(limits), clock()) : undefined;
  if (wait !== undefined) {
    return { id, attempts, ...toFullMailboxMail(mail, clock() + wait, clock()), error: 'too many emails to this mailbox' };
  }
  try {
    await provider.send(await composeMail(mail, await buildMailSite(mail, deps), await chooseWords(mail, deps)));
    return { id, status: 'sent', result: 'sent' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // If the provider was never called, the email itself caused the failure.
    const fault = error instanceof MailProviderError ? error.fault : 'mail';
    if (fault === 'suppressed') return refuseSuppressed(mail, message, deps, clock());
    const isOutage = fault === 'outage';
    const next = isOutage ? retryAfterOutage(clock()) : planRetry(attempts, clock());
    // An attempt that failed in an outage does not count toward the limits; the retry will.
    if (isOutage && limits.length > 0) await deps.store.counters.forgive(limits);
    logError('mail_not_sent', { mailId: id, attempts, status: next.status, error: describeError(error) });
    return { id, ...next, attempts, error: message, result: fault };
  }
}

/**
 * Handles an address that the provider suppresses. Retries for longer than a temporary suppression lasts. A suppressed address is not a
 * sign of an outage.
 */
async function refuseSuppressed({ id, to, attempts }: MailToSend, error: string, { store }: MailDeps, now: number): Promise<Attempt> {
  const next = planRetry(attempts, now);
  if (next.status === 'queued') return { id, ...next, attempts, error };
  await store.bouncedAddresses.add({ address: to, reason: 'refused', detail: null }, now);
  return { id, status: 'dropped', nextAttemptAt: now, attempts, error };
}
