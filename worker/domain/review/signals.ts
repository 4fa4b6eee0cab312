/** Everything that the facts of a certificate's case suggest. Product rules: Reviews. */
import type { Seconds } from '../time.ts';
import { mailboxSignals, moneySignals, referralSignals } from './account-signals.ts';
import { caseOf } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { findSignals } from './find-signals.ts';
import { finderSignals } from './finder-groups.ts';
import type { KnownSignal } from './signal.ts';

/** Each code at most once. None is a verdict: a person decides. */
export function reviewSignals(facts: ReviewFacts, now: Seconds): KnownSignal[] {
  const seen = caseOf(facts);
  return [...finderSignals(seen), ...findSignals(seen), ...mailboxSignals(seen), ...moneySignals(seen, now), ...referralSignals(seen)];
}
