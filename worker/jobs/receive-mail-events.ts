/**
 * Consumes the queue of email delivery events. The queue delivers at least once; processing is idempotent, because a repeated event writes
 * the same row.
 */
import { clockOffset } from '#worker/clients/local-clock.ts';
import { parseMailEvent } from '#worker/clients/mail-events.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

/** Processes a batch of email events. Rejects if the database fails; the queue then redelivers the batch. */
export async function receiveMailEvents(batch: Pick<MessageBatch, 'messages'>, env: Env): Promise<void> {
  const store = createStore(env);
  const now = Math.floor(Date.now() / 1_000) + (await clockOffset(await readConfig(env)));
  for (const { body } of batch.messages) {
    const undelivered = parseMailEvent(body);
    if (undelivered) await store.bouncedAddresses.add(undelivered, now);
  }
}
