/**
 * Which accounts of a case belong together, and why: whom one decision can take. To belong together is no offence, families
 * do, too; whether it is one the signals say, and a person decides.
 */
import { finderGroupSignal, secondsPerDay, weakReasonsForGroup } from '#schema/rules.ts';
import { caseOf, findsOf, type ReviewCase } from './case.ts';
import type { AccountFact, ReviewFacts } from './facts.ts';
import { areTwins } from './finder-groups.ts';
import { tieInWords, tiesBetween } from './ties.ts';

export interface AccountGroup {
  /** The certificate's member first; alone where nobody belongs to them. */
  members: number[];
  /** Of each but the first: what brings them together with one who is in the group already. */
  reasons: GroupReason[];
}

export interface GroupReason {
  id: number;
  withId: number;
  code: GroupReasonCode;
  sentence: string;
}

export type GroupReasonCode = 'mailbox' | 'bank_card' | 'address' | 'made_together' | 'referral' | 'twins' | 'many_finds';

export function accountsThatBelongTogether(facts: ReviewFacts): AccountGroup {
  const seen = caseOf(facts);
  const addresses = addressesIn(facts);
  const members = [facts.memberId];
  const reasons: GroupReason[] = [];
  const strangers = new Map(seen.accounts);
  strangers.delete(facts.memberId);
  // Whoever joins brings along those who belong to them.
  for (const memberId of members) {
    const member = seen.accounts.get(memberId);
    if (!member) continue;
    for (const account of strangers.values()) {
      const found = reasonsFor(seen, addresses, account, member);
      if (found.length === 0) continue;
      strangers.delete(account.id);
      members.push(account.id);
      reasons.push(...found);
    }
  }
  return { members, reasons };
}

type Addresses = ReadonlyMap<number, ReadonlySet<string>>;

/** Empty where they do not reach. */
function reasonsFor(seen: ReviewCase, addresses: Addresses, one: AccountFact, other: AccountFact): GroupReason[] {
  const strong: GroupReason[] = [];
  const weak: GroupReason[] = [];
  const reason = (code: GroupReasonCode, what: string) => ({
    ...{ id: one.id, withId: other.id, code },
    sentence: `${one.name} and ${other.name}: ${what}.`,
  });
  for (const tie of tiesBetween(seen, one.id, other.id)) {
    if (tie === 'mailbox' || tie === 'bank_card') strong.push(reason(tie, tieInWords[tie]));
    if (tie === 'referral') weak.push(reason(tie, tieInWords[tie]));
  }
  const days = finderGroupSignal.madeWithinSeconds / secondsPerDay;
  if (Math.abs(one.createdAt - other.createdAt) <= finderGroupSignal.madeWithinSeconds)
    weak.push(reason('made_together', `their accounts were made within ${days} days`));
  if (meet(addresses.get(one.id), addresses.get(other.id))) weak.push(reason('address', 'they have used the same network address'));
  // Only where it can still matter: these are the dearest to ask.
  if (strong.length + weak.length === 0) return [];
  if (areTwins(seen, one.id, other.id, secondsPerDay)) weak.push(reason('twins', 'they made most of their finds on the same days'));
  if (findsOfOthersCards(seen, one.id, other.id) >= finderGroupSignal.sharedFinds)
    weak.push(reason('many_finds', 'one has found many cards of the other'));
  const isMoreThanChance = weak.length >= weakReasonsForGroup && weak.some(({ code }) => !chance.has(code));
  return strong.length > 0 || isMoreThanChance ? [...strong, ...weak] : [];
}

/** Where a town begins to play, all are new and find the same few owners' cards. */
const chance = new Set<GroupReasonCode>(['made_together', 'many_finds']);

/** The more of the two ways. */
function findsOfOthersCards(seen: ReviewCase, oneId: number, otherId: number): number {
  const count = (finderId: number, ownerId: number) =>
    findsOf(seen, finderId).filter(({ cardId }) => seen.cards.get(cardId)?.ownerId === ownerId).length;
  return Math.max(count(oneId, otherId), count(otherId, oneId));
}

/** All that an account has used, if only once. */
function addressesIn({ accounts, finds, ownScans }: ReviewFacts): Addresses {
  const addresses = new Map(accounts.map(({ id, registrationAddressHash: hash }) => [id, new Set(hash === null ? [] : [hash])] as const));
  for (const { userId, addressHash } of [...finds, ...ownScans]) if (addressHash !== null) addresses.get(userId)?.add(addressHash);
  return addresses;
}

function meet(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  return one !== undefined && other !== undefined && [...one].some((address) => other.has(address));
}
