/** What of a case administrators are shown first, and whom: the desk has room for so many. */
import { caseAccountsShown } from '#schema/rules.ts';
import { caseOf, passagesOf } from './case.ts';
import type { ReviewFacts } from './facts.ts';
import { heldSignal } from './group-facts.ts';
import type { Signal, SignalCode } from './signal.ts';

/** The gravest first: what money and time cannot explain, before what families, events and young towns have too. */
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
  /** Null: it was stored when the certificate was redeemed, or since, and the facts do not show it now. */
  sentence: string | null;
}

export function signalsToShow(found: readonly Signal[], stored: readonly string[]): ShownSignal[] {
  const rank = ({ code }: Signal) => (gravity as readonly string[]).indexOf(code);
  const gone = stored.filter((code) => !found.some((signal) => signal.code === code));
  const told = gone.map((code) => ({ code, sentence: events[code] ?? null }));
  return [...found.toSorted((one, other) => rank(one) - rank(other)), ...told];
}

/** Codes of what was done, which no facts show. */
const events: Record<string, string> = {
  [heldSignal]: 'An administrator held it, by a decision about a group.',
  tokens_owed: 'Its member began to owe tokens after it was redeemed.',
};

/**
 * The group, the owners, those whose finds paid for the certificate, then others by how much they found here; each once.
 * A group larger than the desk has room for is shown whole.
 */
export function accountsToShow(facts: ReviewFacts, group: readonly number[]): number[] {
  const seen = caseOf(facts);
  const finds = (id: number) => seen.findsBy.get(id)?.length ?? 0;
  const owners = facts.cards.flatMap(({ ownerId }) => ownerId ?? []);
  const payers = passagesOf(seen).map(({ finderId }) => finderId);
  const others = facts.accounts.map(({ id }) => id).toSorted((one, other) => finds(other) - finds(one) || one - other);
  const shown = new Set(group);
  for (const id of [...owners, ...payers, ...others]) if (shown.size < caseAccountsShown && seen.accounts.has(id)) shown.add(id);
  return [...shown];
}

/** The tokens behind a certificate, by what earned them. */
export function earnedBy({ rewards }: ReviewFacts) {
  const of = (kind: (typeof rewards)[number]['kind']) => rewards.reduce((sum, one) => sum + (one.kind === kind ? one.tokens : 0), 0);
  return { finds: of('find'), asOwner: of('owner_reward'), placements: of('placement'), other: of('adjustment') };
}
