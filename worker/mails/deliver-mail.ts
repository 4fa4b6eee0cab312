/** Delivers what waits in the outbox: at least once each, always with the same Message-ID. Product rules: Ownership claims, printing, mail and contact. */
import type { MailProvider } from '#worker/clients/mail-provider.ts';
import { afterFailure, inFullMailbox, isCounted, undeliverable } from '#worker/domain/delivery.ts';
import { type Limit, spentFor } from '#worker/domain/limit.ts';
import type { DeliveryOutcome, MailToSend } from '#worker/store/outbox.ts';
import type { Store } from '#worker/store/store.ts';
import { composeMail, type MailSite } from './compose.ts';

/** Sent side by side. */
const perChunk = 6;

export interface MailDeps {
  store: Store;
  /** Null where none is set up: then all mails wait. */
  provider: MailProvider | null;
  site: MailSite;
  /** What an address that nobody has verified may get. */
  limitsOf: (address: string, now: number) => Promise<Limit[]>;
}

/** The job goes through the queue; a request begins with its own mail, however long the queue is. */
export interface DeliveryRun {
  chunks: number;
  order: 'oldest' | 'newest';
}

/**
 * Safe to run twice, late or in parallel. Does at most `chunks` chunks; a chunk of which nothing could be delivered ends
 * the run, since then the provider is down and more tries would only use up attempts.
 */
export async function deliverMail(
  deps: MailDeps,
  now: number,
  { chunks, order }: DeliveryRun = { chunks: 50, order: 'oldest' },
): Promise<void> {
  const { store, provider } = deps;
  if (!provider) return;
  const startedAt = Date.now();
  // A lease counts from when it is taken, and a run over many chunks may be long.
  const clock = () => now + Math.floor((Date.now() - startedAt) / 1_000);
  for (let chunk = 1; chunk <= chunks; chunk += 1) {
    const claimed = await store.outbox.claim(perChunk, clock(), order);
    const outcomes = await Promise.all(claimed.map((mail) => deliver(mail, provider, deps, clock)));
    await store.outbox.reconcile(outcomes, clock());
    if (claimed.length < perChunk || outcomes.every((outcome) => outcome.status === 'queued')) return;
  }
}

async function deliver(mail: MailToSend, provider: MailProvider, deps: MailDeps, clock: () => number): Promise<DeliveryOutcome> {
  const { id, attempts } = mail;
  const reason = undeliverable(mail);
  if (reason) return { id, status: 'dead', attempts, nextAttemptAt: clock(), error: reason };
  const wait = isCounted(mail) ? await countForMailbox(mail, deps, clock()) : undefined;
  if (wait !== undefined) {
    return { id, attempts, ...inFullMailbox(mail, clock() + wait, clock()), error: 'too many mails to this mailbox' };
  }
  try {
    await provider.send(await composeMail(mail, deps.site));
    return { id, status: 'sent' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const next = afterFailure(attempts, clock());
    console.error(JSON.stringify({ job: 'deliver-mail', messageId: mail.messageId, attempts, status: next.status, error: message }));
    return { id, ...next, attempts, error: message };
  }
}

/** Counts a mail for its mailbox; seconds until there is room for it, undefined where there is. */
async function countForMailbox({ to }: MailToSend, { store, limitsOf }: MailDeps, now: number): Promise<number | undefined> {
  const limits = await limitsOf(to, now);
  return limits.length > 0 ? spentFor(limits, await store.counters.attempt(limits), now) : undefined;
}
