import type { SignalCounts } from '#schema/reviews/signals.ts';
import { finderGroupSignal, secondsPerDay } from '#schema/rules.ts';
import { describeHaste, type HastyFinder } from '#worker/domain/reviews/pace/haste.ts';
import { formatNames, getFinds, type ReviewCase } from './case.ts';
import type { KnownSignal } from './signal.ts';
import { sumTiedTokens, type TiedTokens } from './tied-tokens.ts';
import { tieLabels } from './ties.ts';

/** Returns the signals `one_owner` and, for finders with ties, `shared_address`, `made_together` and `twins`. */
export function finderSignals(reviewCase: ReviewCase, hasty: ReadonlyMap<number, HastyFinder>): KnownSignal[] {
  const { any, oneOwnerTokens } = sumTiedTokens(reviewCase, hasty);
  const ownerSignals = oneOwnerTokens
    ? [
        {
          code: 'one_owner' as const,
          sentence: oneOwnerSentence(reviewCase, oneOwnerTokens, hasty),
          counts: countTiedTokens(reviewCase, oneOwnerTokens),
        },
      ]
    : [];
  return [...ownerSignals, ...(any ? groupSignals(reviewCase, any) : [])];
}

function groupSignals(reviewCase: ReviewCase, tiedTokens: TiedTokens): KnownSignal[] {
  const groups = [
    { code: 'shared_address', ids: findSharedAddress(reviewCase, tiedTokens), what: 'share a network address' },
    {
      code: 'made_together',
      ids: findCreatedTogether(reviewCase, tiedTokens),
      what: `signed up within ${createdWithinDays} days of each other`,
    },
    { code: 'twins', ids: findTwins(reviewCase, tiedTokens), what: 'share most of their finds' },
  ] as const;
  return groups.flatMap(({ code, ids, what }) => {
    if (ids.length < finderGroupSignal.finders) return [];
    return [
      { code, sentence: `${ids.length} finders of these cards ${what}: ${formatNames(reviewCase, ids)}.`, counts: { members: ids.length } },
    ];
  });
}

const createdWithinDays = finderGroupSignal.madeWithinSeconds / secondsPerDay;

function countTiedTokens({ tokens: allTokens }: ReviewCase, { tokens, transfers }: TiedTokens): SignalCounts {
  return { tokens, allTokens, members: new Set(transfers.map(({ finderId }) => finderId)).size };
}

function oneOwnerSentence(
  reviewCase: ReviewCase,
  { tokens, transfers, ownerIds, ties, hastyIds }: TiedTokens,
  hasty: ReadonlyMap<number, HastyFinder>,
): string {
  const { facts, member } = reviewCase;
  const cards = new Set(transfers.map(({ cardId }) => cardId)).size;
  const isOwner = ownerIds.includes(facts.memberId);
  const finderIds = [...new Set(transfers.map(({ finderId }) => finderId))];
  const reasons = [...[...ties].map((tie) => tieLabels[tie]), ...hasteSentence(reviewCase, hastyIds, hasty)].join('; ');
  const from = isOwner
    ? `finds by ${formatNames(reviewCase, finderIds)} of ${cards} cards owned by ${formatNames(reviewCase, ownerIds)}`
    : `${cards} cards ${ownerIds.length > 0 ? `owned by ${formatNames(reviewCase, ownerIds)}` : 'without an owner'} that ${member.name} found`;
  return `${tokens} of the ${reviewCase.tokens} tokens come from ${from}. These accounts are linked: ${reasons}.`;
}

function hasteSentence(reviewCase: ReviewCase, [id]: number[], hasty: ReadonlyMap<number, HastyFinder>): string[] {
  const haste = id === undefined ? undefined : hasty.get(id);
  return id !== undefined && haste ? [`${formatNames(reviewCase, [id])} ${describeHaste(haste)}`] : [];
}

/** Returns the largest group of accounts that used the same network address for finds or registration. */
function findSharedAddress(reviewCase: ReviewCase, tiedTokens: TiedTokens): number[] {
  const users = new Map<string, Set<number>>();
  const note = (hash: string | null, id: number) => {
    if (hash !== null) users.set(hash, (users.get(hash) ?? new Set()).add(id));
  };
  for (const id of tiedTokens.finderIds) {
    note(reviewCase.accounts.get(id)?.registrationAddressHash ?? null, id);
    for (const { addressHash } of getFinds(reviewCase, id)) note(addressHash, id);
  }
  return largestRelevantGroup(
    [...users.values()].map((ids) => [...ids]),
    reviewCase,
    tiedTokens,
  );
}

function findCreatedTogether(reviewCase: ReviewCase, tiedTokens: TiedTokens): number[] {
  const accounts = [...tiedTokens.finderIds]
    .map((id) => ({ id, at: reviewCase.accounts.get(id)?.createdAt ?? 0 }))
    .toSorted((one, other) => one.at - other.at);
  const groups = accounts.map(({ at }) =>
    accounts.filter((other) => other.at >= at && other.at - at <= finderGroupSignal.madeWithinSeconds),
  );
  return largestRelevantGroup(
    groups.map((group) => group.map(({ id }) => id)),
    reviewCase,
    tiedTokens,
  );
}

function findTwins(reviewCase: ReviewCase, tiedTokens: TiedTokens): number[] {
  const ids = [...tiedTokens.finderIds];
  const groups = ids.map((id) => [id, ...ids.filter((other) => other !== id && areTwins(reviewCase, id, other))]);
  return largestRelevantGroup(groups, reviewCase, tiedTokens);
}

/**
 * Whether two accounts found mostly the same cards: a large share of the finds of the account with fewer finds must match a find of the
 * same card within `withinSeconds`.
 */
export function areTwins(reviewCase: ReviewCase, oneId: number, otherId: number, withinSeconds = Number.POSITIVE_INFINITY): boolean {
  const { sharedFinds, sharedFindsShare } = finderGroupSignal;
  const [first, second] = [getFinds(reviewCase, oneId), getFinds(reviewCase, otherId)];
  if (Math.min(first.length, second.length) < sharedFinds) return false;
  const one = new Map(first.map(({ cardId, at }) => [cardId, at]));
  const overlappingFinds = second.filter(({ cardId, at }) => {
    const also = one.get(cardId);
    return also !== undefined && Math.abs(also - at) <= withinSeconds;
  });
  return overlappingFinds.length >= Math.max(sharedFinds, sharedFindsShare * Math.min(first.length, second.length));
}

/** Returns the largest group that includes the member or someone whose finds earned the member tokens. */
function largestRelevantGroup(groups: number[][], reviewCase: ReviewCase, { transfers }: TiedTokens): number[] {
  const relevantIds = new Set([reviewCase.facts.memberId, ...transfers.map(({ finderId }) => finderId)]);
  const [most = []] = groups.filter((ids) => ids.some((id) => relevantIds.has(id))).toSorted((one, other) => other.length - one.length);
  return most;
}
