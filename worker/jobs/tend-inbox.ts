/** Opens snoozed conversations whose time has come, and adds new texts to the search index. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt. */
export async function tendInbox(
  { store, budget }: { store: Pick<Store, 'inbox' | 'conversationWords'>; budget: Budget },
  now: number,
): Promise<void> {
  await store.inbox.wake(now);
  while (!budget.isSpent() && (await store.conversationWords.addSome()));
}
