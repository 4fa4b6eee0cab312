/** Groups finds that arrived together and checks whether their reported times are credible. Product rules: Reviews. */
import type { StatedTimeBelief } from '#schema/reviews/admin-review-case.ts';
import { statedTimes, syncSignal } from '#schema/rules.ts';
import { getPlacement, type ReviewCase } from '#worker/domain/reviews/case.ts';
import type { FindFact } from '#worker/domain/reviews/facts.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { isImpossible, listCrowds, listLegs, type TimedFind } from './haste.ts';

/** A member's finds that arrived in quick succession, either during a walk with mobile reception or as an upload of offline finds. */
export interface Sync<Find extends TimedFind = FindFact> {
  finds: Find[];
  /** End of the previous sync or, for the first sync, the time when the member joined. The finds were made after this time. */
  since: Seconds;
}

/** Groups a member's finds into syncs. `finds` must be sorted by arrival time. */
export function groupSyncs<Find extends TimedFind>(finds: readonly Find[], joinedAt: Seconds): Sync<Find>[] {
  const syncs: Sync<Find>[] = [];
  let before = joinedAt;
  for (const find of finds) {
    const last = syncs.at(-1);
    if (last && find.at - before <= syncSignal.gapSeconds) last.finds.push(find);
    else syncs.push({ finds: [find], since: before });
    before = find.at;
  }
  return syncs;
}

/** Assesses whether the reported times in a sync are credible; returns null if no times were reported. */
export function judgeStatedTimes(sync: Sync, cards: ReviewCase['cards']): StatedTimeBelief | null {
  if (!sync.finds.some(({ statedAt }) => statedAt !== null)) return null;
  if (isContradictory(sync, cards)) return 'contradictory';
  return sync.finds.some((find) => isOutOfBounds(find, sync.since, cards)) ? 'out_of_bounds' : 'believed';
}

export function isContradictory({ finds }: Sync, cards: ReviewCase['cards']): boolean {
  const stated = finds
    .flatMap((find) => (find.statedAt === null ? [] : [{ ...find, at: find.statedAt }]))
    .sort((one, other) => one.at - other.at);
  return listCrowds(stated).length > 0 || listLegs(stated, cards).filter(isImpossible).length > statedTimes.tolerableJumps;
}

/** Checks the reported time with some tolerance because device clocks are often off by minutes. */
function isOutOfBounds(find: FindFact, since: Seconds, cards: ReviewCase['cards']): boolean {
  const { at, statedAt } = find;
  if (statedAt === null) return false;
  const placedAt = getPlacement(find, cards)?.placedAt ?? null;
  // A card can be found before its owner submits the placement form, so ignore a placement that is later than the find.
  const earliest = placedAt !== null && placedAt <= at ? Math.max(since, placedAt) : since;
  return statedAt > at + statedTimes.clockErrorSeconds || statedAt < earliest - statedTimes.clockErrorSeconds;
}

/** Returns the credibility of the reported time for each find that has one. */
export function listBeliefs({ findsBy, accounts, cards }: ReviewCase): ReadonlyMap<FindFact, StatedTimeBelief> {
  const found = new Map<FindFact, StatedTimeBelief>();
  for (const [userId, finds] of findsBy)
    for (const sync of groupSyncs(finds, getJoinedAt(accounts, userId))) {
      const belief = judgeStatedTimes(sync, cards);
      if (belief) for (const find of sync.finds) if (find.statedAt !== null) found.set(find, belief);
    }
  return found;
}

export function getJoinedAt(accounts: ReviewCase['accounts'], userId: number): Seconds {
  return accounts.get(userId)?.createdAt ?? 0;
}
