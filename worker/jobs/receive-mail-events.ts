/** Consumes the queue of mail events. A queue delivers at least once; a repeated event writes the same row. */
import { clockOffset } from '#worker/clients/local-clock.ts';
import { parseMailEvent } from '#worker/clients/mail-events.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

/** Rejects if the database fails; the queue then delivers the batch again. */
export async function receiveMailEvents(batch: Pick<MessageBatch, 'messages'>, env: Env): Promise<void> {
  const store = createStore(env);
  const now = Math.floor(Date.now() / 1_000) + (await clockOffset(await readConfig(env)));
  for (const { body } of batch.messages) {
    const undelivered = parseMailEvent(body);
    if (undelivered) await store.bouncedAddresses.add(undelivered, now);
  }
}
