import { caseMaxAccounts } from '#schema/rules.ts';
import { buildCase, listTransfers } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { heldSignal } from './group-facts.ts';
import type { Signal, SignalCode } from './signal.ts';

/** Most serious first; the last also occur with families, events and new towns. */
const gravity: readonly SignalCode[] = [
  'money_back',
  'pace',
  'one_owner',
  'mailbox',
  'distance',
  'codeless',
  'referral_chain',
  'shared_address',
  'twins',
  'made_together',
];

export interface ShownSignal {
  code: string;
  /** Null: stored, but no longer visible in the facts. */
  sentence: string | null;
}

export function orderSignals(found: readonly Signal[], stored: readonly string[]): ShownSignal[] {
  const rank = ({ code }: Signal) => (gravity as readonly string[]).indexOf(code);
  const missing = stored.filter((code) => !found.some((signal) => signal.code === code));
  const stale = missing.map((code) => ({ code, sentence: storedSignalSentences[code] ?? null }));
  return [...found.toSorted((one, other) => rank(one) - rank(other)), ...stale];
}

const storedSignalSentences: Record<string, string> = {
  [heldSignal]: 'An administrator put it on hold in a group decision.',
  tokens_owed: 'The member owes tokens since redeeming it.',
};

/** The group, owners, finders who paid for the certificate, then others by number of finds. A group above the limit is shown completely. */
export function selectAccounts(facts: ReviewFacts, group: readonly number[]): number[] {
  const reviewCase = buildCase(facts);
  const finds = (id: number) => reviewCase.findsBy.get(id)?.length ?? 0;
  const owners = facts.cards.flatMap(({ ownerId }) => ownerId ?? []);
  const payers = listTransfers(reviewCase).map(({ finderId }) => finderId);
  const others = facts.accounts.map(({ id }) => id).toSorted((one, other) => finds(other) - finds(one) || one - other);
  const selected = new Set(group);
  for (const id of [...owners, ...payers, ...others]) if (selected.size < caseMaxAccounts && reviewCase.accounts.has(id)) selected.add(id);
  return [...selected];
}

export function earnedBy({ rewards }: ReviewFacts) {
  const of = (kind: (typeof rewards)[number]['kind']) => rewards.reduce((sum, one) => sum + (one.kind === kind ? one.tokens : 0), 0);
  return { finds: of('find'), asOwner: of('owner_reward'), placements: of('placement'), other: of('adjustment') };
}
