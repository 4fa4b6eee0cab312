/** See "Reviews" in docs/product-rules.md. */

import { findHastyFinders } from '#worker/domain/reviews/pace/hasty-finders.ts';
import type { Seconds } from '#worker/domain/time.ts';
import {
  decisionSignals,
  favorSignals,
  giftSignals,
  leftSignals,
  mailboxSignals,
  moneySignals,
  referralSignals,
} from './account-signals.ts';
import { backingFinds, buildCase } from './case.ts';
import { combinedSignals } from './combined-signals.ts';
import type { ReviewFacts } from './facts.ts';
import { findSignals } from './find-signals.ts';
import { finderSignals } from './finder-groups.ts';
import type { KnownSignal } from './signal.ts';

/** Returns the review signals, each code at most once. Signals are not verdicts; an administrator decides. */
export function reviewSignals(facts: ReviewFacts, now: Seconds): KnownSignal[] {
  const reviewCase = buildCase({ ...facts, finds: relevantFinds(facts) });
  const hasty = findHastyFinders(reviewCase);
  const signals = [
    ...finderSignals(reviewCase, hasty),
    ...findSignals(reviewCase, hasty),
    ...mailboxSignals(reviewCase),
    ...leftSignals(reviewCase),
    ...moneySignals(reviewCase, now),
    ...giftSignals(reviewCase),
    ...favorSignals(reviewCase, now),
    ...referralSignals(reviewCase),
    ...decisionSignals(reviewCase, now),
  ];
  return [...signals, ...combinedSignals(reviewCase, hasty, signals, now)];
}

/** Returns the case's finds, excluding revoked finds that did not pay for this certificate. */
function relevantFinds(facts: ReviewFacts): ReviewFacts['finds'] {
  if (!facts.finds.some(({ isTakenBack }) => isTakenBack)) return facts.finds;
  const supportingFinds = new Set(backingFinds(buildCase(facts)));
  return facts.finds.filter((find) => !find.isTakenBack || supportingFinds.has(find));
}
