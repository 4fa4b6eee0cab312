import type { CaseSignal } from '#schema/reviews/admin-review-case.ts';
import type { SeenSignal, SignalCode, SnapshotDecision, SnapshotSignals } from '#schema/reviews/signals.ts';
import { caseMaxAccounts } from '#schema/rules.ts';
import { buildCase, listGifts, sumTokens } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { heldSignal } from './group-facts.ts';
import type { Signal } from './signal.ts';

/**
 * Signal codes, most serious first. The last ones often have innocent causes, such as families, events, and towns that are new to the game.
 */
const severityOrder: readonly SignalCode[] = [
  'held',
  'refused_before',
  'money_back',
  'gift',
  'favor',
  'exposed_codes',
  'pace',
  'one_owner',
  'mailbox',
  'left',
  'combined',
  'distance',
  'codeless',
  'referral_chain',
  'shared_address',
  'twins',
  'made_together',
];

export interface DecisionSnapshot {
  decision: SnapshotDecision;
  at: string;
  signals: SnapshotSignals;
}

/**
 * Lists the current signals, most serious first, followed by those that the case's facts no longer trigger: the stored ones and the ones
 * seen at a decision. `snapshots` is sorted newest first.
 */
export function listSignals(
  found: readonly Signal[],
  storedCodes: readonly string[],
  snapshots: readonly DecisionSnapshot[],
): CaseSignal[] {
  const rank = ({ code }: Signal) => (severityOrder as readonly string[]).indexOf(code);
  const seen = new Map<string, SeenSignal>();
  for (const { decision, at, signals } of snapshots)
    for (const { code, counts } of signals) if (!seen.has(code)) seen.set(code, { decision, at, counts });
  const foundCodes = new Set(found.map(({ code }) => code));
  return [
    ...found.toSorted((one, other) => rank(one) - rank(other)).map(({ code, sentence }) => ({ code, sentence, seen: null })),
    ...[...new Set([...storedCodes, ...seen.keys()])]
      .filter((code) => !foundCodes.has(code))
      .map((code) => ({ code, sentence: storedSignalSentences[code] ?? null, seen: seen.get(code) ?? null })),
  ];
}

const storedSignalSentences: Record<string, string> = {
  [heldSignal]: 'An administrator put it on hold in a group decision.',
  tokens_owed: 'The member has owed tokens since redeeming it.',
};

/**
 * Selects the accounts to show: the group, the owners, the finders whose finds paid for the certificate, and then others by number of
 * finds. A group larger than the limit is included in full.
 */
export function selectAccounts(facts: ReviewFacts, group: readonly number[]): number[] {
  const reviewCase = buildCase(facts);
  const finds = (id: number) => reviewCase.findsBy.get(id)?.length ?? 0;
  const owners = facts.cards.flatMap(({ ownerId }) => ownerId ?? []);
  const payers = reviewCase.transfers.map(({ finderId }) => finderId);
  const others = facts.accounts.map(({ id }) => id).toSorted((one, other) => finds(other) - finds(one) || one - other);
  const selectedIds = new Set(group);
  for (const id of [...owners, ...payers, ...others])
    if (selectedIds.size < caseMaxAccounts && reviewCase.accounts.has(id)) selectedIds.add(id);
  return [...selectedIds];
}

export function createEarnedLookup({ rewards }: ReviewFacts) {
  const sumRewards = (kind: (typeof rewards)[number]['kind']) =>
    rewards.reduce((sum, one) => sum + (one.kind === kind ? one.tokens : 0), 0);
  const given = sumTokens(listGifts(rewards));
  return {
    finds: sumRewards('find'),
    asOwner: sumRewards('owner_reward'),
    placements: sumRewards('placement'),
    given,
    other: sumRewards('adjustment') - given,
  };
}
