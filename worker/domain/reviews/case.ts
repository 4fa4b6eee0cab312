import { utcDay } from '#worker/domain/time.ts';
import type { AccountFact, BackingCard, BackingReward, FindFact, Placement, ReviewFacts } from './facts.ts';

export interface ReviewCase {
  facts: ReviewFacts;
  member: AccountFact;
  accounts: ReadonlyMap<number, AccountFact>;
  cards: ReadonlyMap<number, BackingCard>;
  /** Finds of the case's cards by account, oldest first. */
  findsBy: ReadonlyMap<number, readonly FindFact[]>;
  /**
   * Hashes of an account's home networks: network addresses that it used on two or more days, including registration. A network used on
   * only one day, for example at an event, is not a home network.
   */
  homes: ReadonlyMap<number, ReadonlySet<string>>;
  tokens: number;
  transfers: readonly Transfer[];
}

export type PlacedFind = Pick<FindFact, 'cardId' | 'formerPlacement'>;

/** A reward for a find or confirmed placement that involves a finder and an owner. One of them is the member under review. */
export interface Transfer {
  finderId: number;
  ownerId: number | null;
  cardId: number;
  tokens: number;
}

export function buildCase(facts: ReviewFacts): ReviewCase {
  const accounts = new Map(facts.accounts.map((account) => [account.id, account]));
  const member = accounts.get(facts.memberId);
  if (!member) throw new Error(`The facts do not include member ${facts.memberId}`);
  const cards = new Map(facts.cards.map((card) => [card.id, card]));
  return {
    facts,
    member,
    accounts,
    cards,
    findsBy: Map.groupBy(facts.finds, (find) => find.userId),
    homes: groupHomes(facts),
    tokens: sumTokens(facts.rewards),
    transfers: listTransfers(facts, cards),
  };
}

function groupHomes({ accounts, finds, ownScans }: ReviewFacts): Map<number, Set<string>> {
  const homes = new Map(accounts.map(({ id }) => [id, new Set<string>()]));
  const days = new Map<string, Set<string>>();
  const note = (userId: number, hash: string | null, at: number) => {
    if (hash === null) return;
    const dates = days.get(`${userId} ${hash}`) ?? new Set();
    days.set(`${userId} ${hash}`, dates.add(utcDay(at)));
    if (dates.size > 1) homes.get(userId)?.add(hash);
  };
  for (const { id, registrationAddressHash, createdAt } of accounts) note(id, registrationAddressHash, createdAt);
  for (const { userId, addressHash, at } of [...finds, ...ownScans]) note(userId, addressHash, at);
  return homes;
}

/** Returns the placement of the card when it was found. Moving a card must not change the evidence of earlier finds. */
export function getPlacement({ cardId, formerPlacement }: PlacedFind, cards: ReviewCase['cards']): Placement | undefined {
  return formerPlacement ?? cards.get(cardId);
}

function listTransfers(facts: ReviewFacts, cards: ReviewCase['cards']): Transfer[] {
  return facts.rewards.flatMap((reward) => {
    if (reward.kind === 'adjustment') return [];
    const { cardId, tokens } = reward;
    if (reward.kind === 'find') return [{ finderId: facts.memberId, ownerId: cards.get(cardId)?.ownerId ?? null, cardId, tokens }];
    const finderId = reward.kind === 'owner_reward' ? reward.finderId : findConfirmer(facts, cardId, reward.at);
    return finderId === undefined ? [] : [{ finderId, ownerId: facts.memberId, cardId, tokens }];
  });
}

/** Returns the token adjustments granted by administrators. */
export function listGifts(rewards: readonly BackingReward[]): BackingReward[] {
  return rewards.filter((reward) => reward.kind === 'adjustment' && reward.isGift);
}

/**
 * Returns the finder who confirmed the placement at the given time. If no find was made then, the placement was confirmed by a later email
 * verification. In that case, returns the first finder.
 */
function findConfirmer({ finds }: ReviewFacts, cardId: number, at: number): number | undefined {
  const cardFinds = finds.filter((find) => find.cardId === cardId && find.codeWasRight);
  return (cardFinds.find((find) => find.at === at) ?? cardFinds[0])?.userId;
}

export function backingFinds(reviewCase: ReviewCase): FindFact[] {
  const backingKeys = new Set(reviewCase.transfers.map(({ cardId, finderId }) => `${cardId}:${finderId}`));
  return reviewCase.facts.finds.filter(({ cardId, userId }) => backingKeys.has(`${cardId}:${userId}`));
}

export function getFinds({ findsBy }: ReviewCase, userId: number): readonly FindFact[] {
  return findsBy.get(userId) ?? [];
}

export function sumTokens(rewards: readonly Pick<BackingReward, 'tokens'>[]): number {
  return rewards.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Formats names such as "ada, ben and 3 others". */
export function formatNames({ accounts }: ReviewCase, ids: Iterable<number>): string {
  const names = [...ids].map((id) => accounts.get(id)?.name ?? `member ${id}`);
  const listedNames = names.length > maxListedNames ? names.slice(0, maxListedNames) : names;
  const unlistedCount = names.length - listedNames.length;
  if (unlistedCount > 0) return `${listedNames.join(', ')} and ${unlistedCount} ${unlistedCount === 1 ? 'other' : 'others'}`;
  return listedNames.length > 1 ? `${listedNames.slice(0, -1).join(', ')} and ${listedNames.at(-1)}` : (listedNames[0] ?? 'nobody');
}

const maxListedNames = 5;
