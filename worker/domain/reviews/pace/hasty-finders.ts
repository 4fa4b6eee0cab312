import { impossibleJumpsSignal, syncSignal } from '#schema/rules.ts';
import { getFinds, getPlacement, type ReviewCase, sumTokens } from '#worker/domain/reviews/case.ts';
import type { FindFact } from '#worker/domain/reviews/facts.ts';
import { findHaste, type HastyFinder, listLegs } from './haste.ts';
import { getJoinedAt, groupSyncs, isContradictory } from './syncs.ts';

interface HastyFinds extends HastyFinder {
  cardIds: ReadonlySet<number>;
}

/**
 * Returns the finders with an impossible pace. Uses arrival times, because the server measures them, whereas finders can report any time.
 * Finds that may have been made earlier count only if they account for more than a certain share of the tokens. Otherwise, uploads after an
 * offline walk would raise the signal.
 */
export function findHastyFinders(reviewCase: ReviewCase): ReadonlyMap<number, HastyFinder> {
  const hasty = new Map(
    [...reviewCase.findsBy.keys()].flatMap((userId) => {
      const finds = findHastyFinds(reviewCase, userId);
      return finds ? [[userId, finds] as const] : [];
    }),
  );
  const backingTransfers = reviewCase.transfers.filter(({ finderId, cardId }) => hasty.get(finderId)?.cardIds.has(cardId));
  const areSyncsSignificant = sumTokens(backingTransfers) > syncSignal.share * reviewCase.tokens;
  return new Map([...hasty].filter(([, { isCertain }]) => isCertain || areSyncsSignificant));
}

function findHastyFinds(reviewCase: ReviewCase, userId: number): HastyFinds | null {
  const { cards } = reviewCase;
  const hasteResult = findHaste(getFinds(reviewCase, userId), cards);
  if (!hasteResult) return null;
  return {
    ...hasteResult,
    isCertain: countUnreachable(reviewCase, userId) >= impossibleJumpsSignal.jumps || isContradicted(reviewCase, userId),
  };
}

/** Returns the number of finds that were too far away to have been reached since the previous sync. */
function countUnreachable(reviewCase: ReviewCase, userId: number): number {
  const { accounts, cards } = reviewCase;
  const placedFinds = getFinds(reviewCase, userId).filter((find) => getPlacement(find, cards)?.place);
  let count = 0;
  let precedingFinds: FindFact[] = [];
  for (const { finds, since } of groupSyncs(placedFinds, getJoinedAt(accounts, userId))) {
    const neededSeconds = listLegs([...precedingFinds, ...finds], cards).map((leg) => leg.neededSeconds);
    precedingFinds = finds.slice(-1);
    count += countBeyond(neededSeconds, (precedingFinds[0]?.at ?? since) - since);
  }
  return count;
}

/** Returns how many of the longest trips must be dropped for the remaining ones to fit into the available time. */
function countBeyond(neededSeconds: number[], available: number): number {
  const longestFirst = neededSeconds.toSorted((one, other) => other - one);
  let needed = longestFirst.reduce((sum, seconds) => sum + seconds, 0);
  return longestFirst.filter((seconds) => {
    const isBeyond = needed > available;
    if (isBeyond) needed -= seconds;
    return isBeyond;
  }).length;
}

/** Whether the finder's device reported impossible times for finds that arrived at an impossible pace. */
function isContradicted(reviewCase: ReviewCase, userId: number): boolean {
  const { accounts, cards } = reviewCase;
  return groupSyncs(getFinds(reviewCase, userId), getJoinedAt(accounts, userId)).some(
    (sync) => isContradictory(sync, cards) && findHaste(sync.finds, cards) !== null,
  );
}
