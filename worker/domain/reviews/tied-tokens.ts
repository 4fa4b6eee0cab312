/**
 * Sums the tokens exchanged between related accounts. A shared network address, accounts created within days of each other, and finds of
 * the same cards prove nothing by themselves, because they also occur in families, in school classes and at events. These ties are
 * considered only among the finders returned here.
 */
import { tiedTokensSignal } from '#schema/rules.ts';
import type { HastyFinder } from '#worker/domain/reviews/pace/haste.ts';
import { type ReviewCase, sumTokens, type Transfer } from './case.ts';
import { type Tie, tiesBetween, weakTies } from './ties.ts';

export interface TiedTokens {
  /** Rewarded finds that paid for the certificate and were made by finders who have ties to the owner or an impossible pace. */
  transfers: Transfer[];
  tokens: number;
  ownerIds: number[];
  /** Finders of the cards in `transfers` who have ties to an owner or an impossible pace. */
  finderIds: Set<number>;
  ties: Set<Tie>;
  hastyIds: number[];
}

/** Tokens earned through related accounts. A field is null if there are too few tokens to be significant. */
export interface CaseTiedTokens {
  any: TiedTokens | null;
  oneOwnerTokens: TiedTokens | null;
}

export function sumTiedTokens(reviewCase: ReviewCase, hastyFinders: ReadonlyMap<number, HastyFinder>): CaseTiedTokens {
  const memo = memoizeTies(reviewCase, hastyFinders);
  const { tied, hasty, friend, one } = classifyTransfers(reviewCase, memo);
  return {
    any: ifSignificant(reviewCase, [...tied, ...hasty, ...friend], memo),
    oneOwnerTokens: ifSignificant(reviewCase, [...tied, ...one], memo),
  };
}

/** Returns the transfers that count for `oneOwnerTokens`, even if they are too few to be significant. */
export function listTiedTransfers(reviewCase: ReviewCase, hastyFinders: ReadonlyMap<number, HastyFinder>): Transfer[] {
  const { tied, one } = classifyTransfers(reviewCase, memoizeTies(reviewCase, hastyFinders));
  return [...tied, ...one];
}

function classifyTransfers(reviewCase: ReviewCase, memo: MemoizedTies) {
  const kinds = { tied: [] as Transfer[], hasty: [] as Transfer[], friends: [] as Transfer[] };
  for (const transfer of reviewCase.transfers) {
    const { finderId, ownerId } = transfer;
    const ties = ownerId === null ? [] : memo.ties(finderId, ownerId);
    if (ties.some((tie) => !weakTies.has(tie))) kinds.tied.push(transfer);
    else if (memo.isHasty(finderId)) kinds.hasty.push(transfer);
    else if (ties.length > 0) kinds.friends.push(transfer);
  }
  const { tied, hasty, friends } = kinds;
  // Friends often find each other's cards. Among the pairs with only weak ties, count only the one with the most tokens.
  const friend = mostValuable(friends, ({ finderId, ownerId }) => `${finderId}:${ownerId}`);
  const one = mostValuable([...hasty, ...friend], ({ ownerId }) => ownerId);
  return { tied, hasty, friend, one };
}

function mostValuable(transfers: Transfer[], getKey: (transfer: Transfer) => unknown): Transfer[] {
  const [most = []] = [...Map.groupBy(transfers, getKey).values()].toSorted((one, other) => sumTokens(other) - sumTokens(one));
  return most;
}

function ifSignificant(reviewCase: ReviewCase, transfers: Transfer[], memo: MemoizedTies): TiedTokens | null {
  const tokens = sumTokens(transfers);
  if (tokens < Math.max(tiedTokensSignal.tokens, tiedTokensSignal.share * reviewCase.tokens)) return null;
  return { transfers, tokens, ...involvedAccounts(reviewCase, transfers, memo) };
}

type MemoizedTies = ReturnType<typeof memoizeTies>;

function memoizeTies(reviewCase: ReviewCase, hastyFinders: ReadonlyMap<number, HastyFinder>) {
  const ties = new Map<string, Tie[]>();
  return {
    ties(finderId: number, ownerId: number): Tie[] {
      const key = `${finderId}:${ownerId}`;
      const pairTies = ties.get(key) ?? tiesBetween(reviewCase, finderId, ownerId);
      ties.set(key, pairTies);
      return pairTies;
    },
    isHasty: (userId: number) => hastyFinders.has(userId),
  };
}

function involvedAccounts(
  reviewCase: ReviewCase,
  transfers: Transfer[],
  { ties, isHasty }: MemoizedTies,
): Pick<TiedTokens, 'ownerIds' | 'finderIds' | 'ties' | 'hastyIds'> {
  const byOwner = Map.groupBy(transfers, ({ ownerId }) => ownerId);
  const ownerIds = [...byOwner].toSorted(([, one], [, other]) => sumTokens(other) - sumTokens(one)).flatMap(([ownerId]) => ownerId ?? []);
  const cardIds = new Set(transfers.map(({ cardId }) => cardId));
  const finderIds = new Set<number>();
  const pairTies = new Set<Tie>();
  for (const finderId of new Set(reviewCase.facts.finds.filter(({ cardId }) => cardIds.has(cardId)).map(({ userId }) => userId))) {
    const tiedOwners = ownerIds.flatMap((ownerId) => ties(finderId, ownerId));
    for (const tie of tiedOwners) pairTies.add(tie);
    if (tiedOwners.length > 0 || isHasty(finderId)) finderIds.add(finderId);
  }
  return {
    ownerIds,
    finderIds,
    ties: pairTies,
    hastyIds: [...new Set([...transfers.map(({ finderId }) => finderId), ...finderIds])].filter(isHasty),
  };
}
