/** Signals about the finds themselves: how they were made, how fast, and how far from the card. */
import { codelessSignal, farFindsSignal, fedShareSignal } from '#schema/rules.ts';
import { findsBehind, namesOf, passagesOf, type ReviewCase, tokensOf } from './case.ts';
import type { FindFact } from './facts.ts';
import { hasteInWords, hasteOf } from './pace.ts';
import type { KnownSignal } from './signal.ts';

export function findSignals(seen: ReviewCase): KnownSignal[] {
  const finds = findsBehind(seen);
  return [...codeless(seen, finds), ...pace(seen), ...distance(seen, finds)];
}

/** Ids can be typed, guessed and passed on; codes stand on the card alone. */
function codeless(seen: ReviewCase, finds: FindFact[]): KnownSignal[] {
  const without = finds.filter(({ codeWasRight }) => !codeWasRight);
  if (without.length < Math.max(codelessSignal.finds, codelessSignal.share * finds.length)) return [];
  const by = namesOf(seen, new Set(without.map(({ userId }) => userId)));
  return [{ code: 'codeless', sentence: `${without.length} of ${finds.length} finds came without the card's code, by ${by}.` }];
}

/** At a finder's certificate their own pace; at an owner's that of the finders who paid a good part of it. */
function pace(seen: ReviewCase): KnownSignal[] {
  const passages = passagesOf(seen);
  const hasty = [...Map.groupBy(passages, ({ finderId }) => finderId)].flatMap(([finderId, made]) => {
    const haste = hasteOf(seen, finderId);
    return haste ? [{ finderId, haste, tokens: tokensOf(made) }] : [];
  });
  const [most] = hasty.toSorted((one, other) => other.tokens - one.tokens);
  if (!most || tokensOf(hasty) < fedShareSignal * seen.tokens) return [];
  const others = hasty.length - 1;
  const too = others > 0 ? ` ${others} more ${others === 1 ? 'finder was' : 'finders were'} as fast.` : '';
  return [{ code: 'pace', sentence: `${namesOf(seen, [most.finderId])} made ${hasteInWords(most.haste)}.${too}` }];
}

/** A single card with a wrong place says nothing about who found it, so places are counted, not finds. */
function distance(seen: ReviewCase, finds: FindFact[]): KnownSignal[] {
  const stated = finds.filter(({ distanceMeters }) => distanceMeters !== null);
  const far = stated.filter(({ distanceMeters }) => (distanceMeters ?? 0) > farFindsSignal.meters);
  const places = new Set(
    far.map(({ cardId }) => {
      const place = seen.cards.get(cardId)?.place;
      return place ? `${place.latitude}/${place.longitude}` : `${cardId}`;
    }),
  );
  if (places.size < farFindsSignal.finds || far.length < farFindsSignal.share * stated.length) return [];
  const farthest = Math.round(Math.max(...far.map(({ distanceMeters }) => distanceMeters ?? 0)) / 1_000);
  const by = namesOf(seen, new Set(far.map(({ userId }) => userId)));
  return [
    {
      code: 'distance',
      sentence: `${far.length} of ${stated.length} finds with a stated place were made more than ${farFindsSignal.meters / 1_000} km from the card, up to ${farthest} km, by ${by}.`,
    },
  ];
}
