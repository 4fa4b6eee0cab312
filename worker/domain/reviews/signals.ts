/** Everything that the facts of a certificate's case suggest. Product rules: Reviews. */
import type { Seconds } from '#worker/domain/time.ts';
import { mailboxSignals, moneySignals, referralSignals } from './account-signals.ts';
import { caseOf, findsBehind } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { findSignals } from './find-signals.ts';
import { finderSignals } from './finder-groups.ts';
import type { KnownSignal } from './signal.ts';

/** Each code at most once. None is a verdict: a person decides. */
export function reviewSignals(facts: ReviewFacts, now: Seconds): KnownSignal[] {
  const seen = caseOf({ ...facts, finds: findsThatCount(facts) });
  return [...finderSignals(seen), ...findSignals(seen), ...mailboxSignals(seen), ...moneySignals(seen, now), ...referralSignals(seen)];
}

/**
 * A find that was taken back has been decided about: it says nothing of others' certificates. One that paid for this very
 * certificate does, since its tokens are in it.
 */
function findsThatCount(facts: ReviewFacts): ReviewFacts['finds'] {
  if (!facts.finds.some(({ isTakenBack }) => isTakenBack)) return facts.finds;
  const behind = new Set(findsBehind(caseOf(facts)));
  return facts.finds.filter((find) => !find.isTakenBack || behind.has(find));
}
