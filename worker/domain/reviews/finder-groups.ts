/** Signals about finders who are no strangers to the owner: that they are many, and how they resemble each other. */
import { finderGroupSignal, secondsPerDay } from '#schema/rules.ts';
import { findsOf, namesOf, type ReviewCase } from './case.ts';
import { hasteInWords, hasteOf } from './pace.ts';
import type { KnownSignal } from './signal.ts';
import { type TiedTokens, tiedTokensOf } from './tied-tokens.ts';
import { tieInWords } from './ties.ts';

/** `one_owner`, and among the finders whom it speaks of `shared_address`, `made_together` and `twins`. */
export function finderSignals(seen: ReviewCase): KnownSignal[] {
  const { any, ofOneOwner } = tiedTokensOf(seen);
  const alone = ofOneOwner ? [{ code: 'one_owner' as const, sentence: oneOwnerSentence(seen, ofOneOwner) }] : [];
  return [...alone, ...(any ? groupSignals(seen, any) : [])];
}

function groupSignals(seen: ReviewCase, tied: TiedTokens): KnownSignal[] {
  const groups = [
    { code: 'shared_address', ids: sharingAnAddress(seen, tied), what: 'share a network address' },
    { code: 'made_together', ids: madeTogether(seen, tied), what: `were made within ${madeWithinDays} days of each other` },
    { code: 'twins', ids: twins(seen, tied), what: 'share most of their finds' },
  ] as const;
  return groups.flatMap(({ code, ids, what }) => {
    if (ids.length < finderGroupSignal.finders) return [];
    return [{ code, sentence: `${ids.length} finders of these cards ${what}: ${namesOf(seen, ids)}.` }];
  });
}

const madeWithinDays = finderGroupSignal.madeWithinSeconds / secondsPerDay;

function oneOwnerSentence(seen: ReviewCase, { tokens, passages, ownerIds, ties, hastyIds }: TiedTokens): string {
  const { facts, member } = seen;
  const cards = new Set(passages.map(({ cardId }) => cardId)).size;
  const isOwner = ownerIds.includes(facts.memberId);
  const fed = [...new Set(passages.map(({ finderId }) => finderId))];
  const how = [...[...ties].map((tie) => tieInWords[tie]), ...hasteSentence(seen, hastyIds)].join('; ');
  const from = isOwner
    ? `finds of ${namesOf(seen, fed)} at ${cards} cards of ${namesOf(seen, ownerIds)}`
    : `${cards} cards of ${ownerIds.length > 0 ? namesOf(seen, ownerIds) : 'nobody'} that ${member.name} found`;
  return `${tokens} of the ${seen.tokens} tokens come from ${from}, and they are no strangers: ${how}.`;
}

/** Of one, as an example. */
function hasteSentence(seen: ReviewCase, [id]: number[]): string[] {
  const haste = id === undefined ? null : hasteOf(seen, id);
  return id !== undefined && haste ? [`${namesOf(seen, [id])} made ${hasteInWords(haste)}`] : [];
}

/** The largest group that one address brings together, by finds at these cards or by registration. */
function sharingAnAddress(seen: ReviewCase, tied: TiedTokens): number[] {
  const users = new Map<string, Set<number>>();
  const note = (hash: string | null, id: number) => {
    if (hash !== null) users.set(hash, (users.get(hash) ?? new Set()).add(id));
  };
  for (const id of tied.finderIds) {
    note(seen.accounts.get(id)?.registrationAddressHash ?? null, id);
    for (const { addressHash } of findsOf(seen, id)) note(addressHash, id);
  }
  return largest(
    [...users.values()].map((ids) => [...ids]),
    seen,
    tied,
  );
}

function madeTogether(seen: ReviewCase, tied: TiedTokens): number[] {
  const made = [...tied.finderIds]
    .map((id) => ({ id, at: seen.accounts.get(id)?.createdAt ?? 0 }))
    .toSorted((one, other) => one.at - other.at);
  const groups = made.map(({ at }) => made.filter((other) => other.at >= at && other.at - at <= finderGroupSignal.madeWithinSeconds));
  return largest(
    groups.map((group) => group.map(({ id }) => id)),
    seen,
    tied,
  );
}

function twins(seen: ReviewCase, tied: TiedTokens): number[] {
  const ids = [...tied.finderIds];
  const groups = ids.map((id) => [id, ...ids.filter((other) => other !== id && areTwins(seen, id, other))]);
  return largest(groups, seen, tied);
}

/**
 * Whether two accounts share most of their finds at cards of the case, each card within so long; by default whenever. Most of
 * those of the one that has fewer: another that went on to more cards hides nothing.
 */
export function areTwins(seen: ReviewCase, oneId: number, otherId: number, withinSeconds = Number.POSITIVE_INFINITY): boolean {
  const { sharedFinds, sharedFindsShare } = finderGroupSignal;
  const [made, other] = [findsOf(seen, oneId), findsOf(seen, otherId)];
  if (Math.min(made.length, other.length) < sharedFinds) return false;
  const one = new Map(made.map(({ cardId, at }) => [cardId, at]));
  const shared = other.filter(({ cardId, at }) => {
    const also = one.get(cardId);
    return also !== undefined && Math.abs(also - at) <= withinSeconds;
  });
  return shared.length >= Math.max(sharedFinds, sharedFindsShare * Math.min(made.length, other.length));
}

/** The largest of those that have the member in them, or somebody whose finds paid the member. */
function largest(groups: number[][], seen: ReviewCase, { passages }: TiedTokens): number[] {
  const concerned = new Set([seen.facts.memberId, ...passages.map(({ finderId }) => finderId)]);
  const [most = []] = groups.filter((ids) => ids.some((id) => concerned.has(id))).toSorted((one, other) => other.length - one.length);
  return most;
}
