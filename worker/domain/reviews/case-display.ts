import { caseMaxAccounts } from '#schema/rules.ts';
import { buildCase, listGifts, sumTokens } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { heldSignal } from './group-facts.ts';
import type { Signal, SignalCode } from './signal.ts';

/**
 * Signal codes, most serious first. The last ones often have innocent causes, such as families, events, and towns that are new to the game.
 */
const severityOrder: readonly SignalCode[] = [
  'held',
  'refused_before',
  'money_back',
  'gift',
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

export interface ShownSignal {
  code: string;
  /** Explanation of the signal; null if the case's facts no longer trigger it. */
  sentence: string | null;
}

export function sortSignals(found: readonly Signal[], storedCodes: readonly string[]): ShownSignal[] {
  const rank = ({ code }: Signal) => (severityOrder as readonly string[]).indexOf(code);
  const missingCodes = storedCodes.filter((code) => !found.some((signal) => signal.code === code));
  const staleSignals = missingCodes.map((code) => ({ code, sentence: storedSignalSentences[code] ?? null }));
  return [...found.toSorted((one, other) => rank(one) - rank(other)), ...staleSignals];
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
