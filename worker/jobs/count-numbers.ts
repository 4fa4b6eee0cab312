/** Counts the daily facts behind the founder's numbers. Part of `add-up-totals`. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt; the next run resumes where this one stopped. */
export async function countNumbers(
  { store: { facts }, budget }: { store: Pick<Store, 'facts'>; budget: Budget },
  now: number,
): Promise<void> {
  let isMore = true;
  while (isMore && !budget.isSpent()) isMore = await facts.addSome();
  // A day is complete once all its finds and bookings are counted.
  while (!isMore && !budget.isSpent()) {
    const step = await facts.nextStep(now);
    if (!step) return;
    await facts.countStep(step);
  }
}
