/**
 * Which of the tokens behind a certificate passed between accounts that are no strangers to each other. An address that is
 * shared, accounts made within days, and finds that are the same mean nothing by themselves: a family, a school class and an
 * event have them all. They count among the finders named here.
 */
import { tiedTokensSignal } from '#schema/rules.ts';
import { type Passage, passagesOf, type ReviewCase, tokensOf } from './case.ts';
import { type Haste, hasteOf } from './pace.ts';
import { type Tie, tiesBetween, weakTies } from './ties.ts';

export interface TiedTokens {
  /** Finds behind the certificate by a finder who is tied to the card's owner, or at a pace that is impossible. */
  passages: Passage[];
  tokens: number;
  /** The owners of those cards, who fed or were fed most first. */
  ownerIds: number[];
  /** Finders of those cards who are tied to one of these owners, or hasty; not only those whose finds are behind the certificate. */
  finderIds: Set<number>;
  /** What ties them, each once. */
  ties: Set<Tie>;
  /** Of those finders who were faster than anybody can be. */
  hastyIds: number[];
}

/** Each null where the tokens are too few to mean anything. */
export interface TiedTokensOfCase {
  /** All of them. */
  any: TiedTokens | null;
  /** Those of owners who are tied by more than friends are, and of one owner more. */
  ofOneOwner: TiedTokens | null;
}

export function tiedTokensOf(seen: ReviewCase): TiedTokensOfCase {
  const bonds = bondsOf(seen);
  const kinds = { tied: [] as Passage[], hasty: [] as Passage[], friends: [] as Passage[] };
  for (const passage of passagesOf(seen)) {
    const { finderId, ownerId } = passage;
    const ties = ownerId === null ? [] : bonds.ties(finderId, ownerId);
    if (ties.some((tie) => !weakTies.has(tie))) kinds.tied.push(passage);
    else if (bonds.haste(finderId) !== null) kinds.hasty.push(passage);
    else if (ties.length > 0) kinds.friends.push(passage);
  }
  const { tied, hasty, friends } = kinds;
  // Friends find each other's cards: of ties that these have too, only the one that brought most counts.
  const friend = mostBy(friends, ({ finderId, ownerId }) => `${finderId}:${ownerId}`);
  const one = mostBy([...hasty, ...friend], ({ ownerId }) => ownerId);
  return { any: enough(seen, [...tied, ...hasty, ...friend], bonds), ofOneOwner: enough(seen, [...tied, ...one], bonds) };
}

/** Of the passages that have the same key those that are worth most. */
function mostBy(passages: Passage[], keyOf: (passage: Passage) => unknown): Passage[] {
  const [most = []] = [...Map.groupBy(passages, keyOf).values()].toSorted((one, other) => tokensOf(other) - tokensOf(one));
  return most;
}

function enough(seen: ReviewCase, passages: Passage[], bonds: Bonds): TiedTokens | null {
  const tokens = tokensOf(passages);
  if (tokens < Math.max(tiedTokensSignal.tokens, tiedTokensSignal.share * seen.tokens)) return null;
  return { passages, tokens, ...between(seen, passages, bonds) };
}

type Bonds = ReturnType<typeof bondsOf>;

/** Asked of the same accounts many times over: each is worked out once. */
function bondsOf(seen: ReviewCase) {
  const ties = new Map<string, Tie[]>();
  const hastes = new Map<number, Haste | null>();
  return {
    ties(finderId: number, ownerId: number): Tie[] {
      const key = `${finderId}:${ownerId}`;
      const found = ties.get(key) ?? tiesBetween(seen, finderId, ownerId);
      ties.set(key, found);
      return found;
    },
    haste(userId: number): Haste | null {
      const found = hastes.get(userId);
      if (found !== undefined) return found;
      const haste = hasteOf(seen, userId);
      hastes.set(userId, haste);
      return haste;
    },
  };
}

/** The accounts between which those tokens passed. */
function between(
  seen: ReviewCase,
  passages: Passage[],
  { ties, haste }: Bonds,
): Pick<TiedTokens, 'ownerIds' | 'finderIds' | 'ties' | 'hastyIds'> {
  const byOwner = Map.groupBy(passages, ({ ownerId }) => ownerId);
  const ownerIds = [...byOwner].toSorted(([, one], [, other]) => tokensOf(other) - tokensOf(one)).flatMap(([ownerId]) => ownerId ?? []);
  const cardIds = new Set(passages.map(({ cardId }) => cardId));
  const finderIds = new Set<number>();
  const found = new Set<Tie>();
  for (const finderId of new Set(seen.facts.finds.filter(({ cardId }) => cardIds.has(cardId)).map(({ userId }) => userId))) {
    const tied = ownerIds.flatMap((ownerId) => ties(finderId, ownerId));
    for (const tie of tied) found.add(tie);
    if (tied.length > 0 || haste(finderId) !== null) finderIds.add(finderId);
  }
  return { ownerIds, finderIds, ties: found, hastyIds: [...finderIds].filter((id) => haste(id) !== null) };
}
