/**
 * Groups a case's linked accounts, with reasons, for a single decision. Links do not prove abuse, because families are linked too. An
 * administrator decides.
 */
import { finderGroupSignal, secondsPerDay, weakReasonsForGroup } from '#schema/rules.ts';
import { buildCase, getFinds, type ReviewCase } from './case.ts';
import type { AccountFact, ReviewFacts } from './facts.ts';
import { areTwins } from './finder-groups.ts';
import { tieLabels, tiesBetween } from './ties.ts';

export interface AccountGroup {
  members: number[];
  /** Reasons that link each member except the first to an earlier one. */
  reasons: GroupReason[];
}

export interface GroupReason {
  id: number;
  withId: number;
  code: GroupReasonCode;
  sentence: string;
}

export type GroupReasonCode =
  | 'mailbox'
  | 'unverified_mailbox'
  | 'bank_card'
  | 'paypal'
  | 'address'
  | 'made_together'
  | 'referral'
  | 'twins'
  | 'many_finds';

export function groupAccounts(facts: ReviewFacts): AccountGroup {
  const reviewCase = buildCase(facts);
  const addresses = collectAddresses(facts);
  const members = [facts.memberId];
  const reasons: GroupReason[] = [];
  const ungroupedAccounts = new Map(reviewCase.accounts);
  ungroupedAccounts.delete(facts.memberId);
  // The loop also visits the members added during iteration.
  for (const memberId of members) {
    const member = reviewCase.accounts.get(memberId);
    if (!member) continue;
    for (const account of ungroupedAccounts.values()) {
      const found = findGroupReasons(reviewCase, addresses, account, member);
      if (found.length === 0) continue;
      ungroupedAccounts.delete(account.id);
      members.push(account.id);
      reasons.push(...found);
    }
  }
  return { members, reasons };
}

type Addresses = ReadonlyMap<number, ReadonlySet<string>>;

function findGroupReasons(reviewCase: ReviewCase, addresses: Addresses, one: AccountFact, other: AccountFact): GroupReason[] {
  const strongReasons: GroupReason[] = [];
  const weakReasons: GroupReason[] = [];
  const reason = (code: GroupReasonCode, description: string) => ({
    ...{ id: one.id, withId: other.id, code },
    sentence: `${one.name} and ${other.name}: ${description}.`,
  });
  for (const tie of tiesBetween(reviewCase, one.id, other.id)) {
    if (tie === 'mailbox' || tie === 'bank_card' || tie === 'paypal') strongReasons.push(reason(tie, tieLabels[tie]));
    if (tie === 'referral' || tie === 'unverified_mailbox') weakReasons.push(reason(tie, tieLabels[tie]));
  }
  const days = finderGroupSignal.madeWithinSeconds / secondsPerDay;
  if (Math.abs(one.createdAt - other.createdAt) <= finderGroupSignal.madeWithinSeconds)
    weakReasons.push(reason('made_together', `they signed up within ${days} days of each other`));
  if (intersect(addresses.get(one.id), addresses.get(other.id))) weakReasons.push(reason('address', 'they used the same network address'));
  // If nothing links the two accounts so far, comparing their finds, which is expensive, cannot change the result.
  if (strongReasons.length + weakReasons.length === 0) return [];
  if (areTwins(reviewCase, one.id, other.id, secondsPerDay))
    weakReasons.push(reason('twins', 'they made most of their finds on the same days'));
  if (countSharedFinds(reviewCase, one.id, other.id) >= finderGroupSignal.sharedFinds)
    weakReasons.push(reason('many_finds', 'one found many of the other’s cards'));
  const isSignificant = weakReasons.length >= weakReasonsForGroup && weakReasons.some(({ code }) => !coincidental.has(code));
  return strongReasons.length > 0 || isSignificant ? [...strongReasons, ...weakReasons] : [];
}

/**
 * Reasons that prove little even together. In a town that is new to the game, all accounts are new, and everyone finds the cards of the same
 * few owners. Anyone can register an address of someone else's mailbox.
 */
const coincidental = new Set<GroupReasonCode>(['made_together', 'many_finds', 'unverified_mailbox']);

function countSharedFinds(reviewCase: ReviewCase, oneId: number, otherId: number): number {
  const count = (finderId: number, ownerId: number) =>
    getFinds(reviewCase, finderId).filter(({ cardId }) => reviewCase.cards.get(cardId)?.ownerId === ownerId).length;
  return Math.max(count(oneId, otherId), count(otherId, oneId));
}

/** Collects each account's network addresses, including those used only once. */
function collectAddresses({ accounts, finds, ownScans }: ReviewFacts): Addresses {
  const addresses = new Map(accounts.map(({ id, registrationAddressHash: hash }) => [id, new Set(hash === null ? [] : [hash])] as const));
  for (const { userId, addressHash } of [...finds, ...ownScans]) if (addressHash !== null) addresses.get(userId)?.add(addressHash);
  return addresses;
}

function intersect(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one !== undefined && other !== undefined && [...one].some((address) => other.has(address));
}
