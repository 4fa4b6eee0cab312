/** Signals of review cases, and what remains of them after a decision. Product rules: Reviews. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { groupActions } from './review-decision.ts';

/** Codes of review signals, explained in docs/product-rules.md. */
export const signalCodes = [
  'one_owner',
  'shared_address',
  'made_together',
  'twins',
  'codeless',
  'exposed_codes',
  'pace',
  'distance',
  'mailbox',
  'left',
  'money_back',
  'gift',
  'favor',
  'combined',
  'referral_chain',
  'held',
  'refused_before',
] as const;
export type SignalCode = (typeof signalCodes)[number];

export const snapshotDecisions = ['pass', 'refuse', ...groupActions] as const;
export type SnapshotDecision = (typeof snapshotDecisions)[number];

const count = v.exactOptional(v.number());
/**
 * Numbers behind a signal. Contains no names, places, distances, times or hashes, because a snapshot outlives the evidence. `finds` and
 * `tokens` are parts of `allFinds` and `allTokens`.
 */
export const SignalCounts = v.object({
  finds: count,
  allFinds: count,
  tokens: count,
  allTokens: count,
  members: count,
  places: count,
  payments: count,
});
export type SignalCounts = v.InferOutput<typeof SignalCounts>;

/** The signals of a snapshot, as stored. */
export const SnapshotSignals = v.array(v.object({ code: v.string(), counts: SignalCounts }));
export type SnapshotSignals = v.InferOutput<typeof SnapshotSignals>;

/** What the last administrator who decided the case saw of a signal. */
export const SeenSignal = v.object({ decision: v.picklist(snapshotDecisions), at: isoInstant, counts: SignalCounts });
export type SeenSignal = v.InferOutput<typeof SeenSignal>;
