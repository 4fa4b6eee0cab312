import { codelessSignal, exposedCodesSignal, farFindsSignal, fedShareSignal } from '#schema/rules.ts';
import { describeHaste, type HastyFinder } from '#worker/domain/reviews/pace/haste.ts';
import { backingFinds, formatNames, getPlacement, type ReviewCase, sumTokens } from './case.ts';
import type { FindFact } from './facts.ts';
import type { KnownSignal } from './signal.ts';

export function findSignals(reviewCase: ReviewCase, hasty: ReadonlyMap<number, HastyFinder>): KnownSignal[] {
  const finds = backingFinds(reviewCase);
  return [
    ...codelessSignals(reviewCase, finds),
    ...exposedCodeSignals(reviewCase, finds),
    ...paceSignals(reviewCase, hasty),
    ...distanceSignals(reviewCase, finds),
  ];
}

/** Flags finds without the card's code. Ids can be typed, guessed and shared, but codes are only printed on the card. */
function codelessSignals(reviewCase: ReviewCase, finds: FindFact[]): KnownSignal[] {
  const codelessFinds = finds.filter(({ codeWasRight }) => !codeWasRight);
  if (codelessFinds.length < Math.max(codelessSignal.finds, codelessSignal.share * finds.length)) return [];
  const finderIds = new Set(codelessFinds.map(({ userId }) => userId));
  return [
    {
      code: 'codeless',
      sentence: `${codelessFinds.length} of ${finds.length} finds were made without the card's code, by ${formatNames(reviewCase, finderIds)}.`,
      counts: { finds: codelessFinds.length, allFinds: finds.length, members: finderIds.size },
    },
  ];
}

/**
 * Flags finds of cards whose codes an administrator had downloaded, because whoever has a print file can scan the card without being there,
 * and finds of cards that were not printed yet.
 */
function exposedCodeSignals(reviewCase: ReviewCase, finds: FindFact[]): KnownSignal[] {
  const exposed = finds.filter(({ isCodeExposed, codeWasRight }) => isCodeExposed && codeWasRight);
  if (exposed.length < Math.max(exposedCodesSignal.finds, exposedCodesSignal.share * finds.length)) return [];
  const finderIds = new Set(exposed.map(({ userId }) => userId));
  return [
    {
      code: 'exposed_codes',
      sentence: `Before ${exposed.length} of ${finds.length} finds, made by ${formatNames(reviewCase, finderIds)}, an administrator had downloaded the cards' codes or changed their delivery address, the cards were not printed yet, or their owner's account was recovered.`,
      counts: { finds: exposed.length, allFinds: finds.length, members: finderIds.size },
    },
  ];
}

/**
 * Flags finders with an impossible pace if their finds paid for a large part of the certificate. The redeeming member may be one of them.
 */
function paceSignals(reviewCase: ReviewCase, hastyFinders: ReadonlyMap<number, HastyFinder>): KnownSignal[] {
  const transfers = reviewCase.transfers;
  const hasty = [...Map.groupBy(transfers, ({ finderId }) => finderId)].flatMap(([finderId, group]) => {
    const haste = hastyFinders.get(finderId);
    return haste ? [{ finderId, haste, tokens: sumTokens(group) }] : [];
  });
  const [fastest] = hasty.toSorted((one, other) => other.tokens - one.tokens);
  if (!fastest || sumTokens(hasty) < fedShareSignal * reviewCase.tokens) return [];
  const otherFinderCount = hasty.length - 1;
  const suffix = otherFinderCount > 0 ? ` ${otherFinderCount} more ${otherFinderCount === 1 ? 'finder was' : 'finders were'} as fast.` : '';
  return [
    {
      code: 'pace',
      sentence: `${formatNames(reviewCase, [fastest.finderId])} ${describeHaste(fastest.haste)}.${suffix}`,
      counts: { tokens: sumTokens(hasty), allTokens: reviewCase.tokens, members: hasty.length },
    },
  ];
}

/** Counts locations rather than finds because one misplaced card proves nothing about its finders. */
function distanceSignals(reviewCase: ReviewCase, finds: FindFact[]): KnownSignal[] {
  const statedFinds = finds.filter(({ distanceMeters }) => distanceMeters !== null);
  const far = statedFinds.filter(({ distanceMeters }) => (distanceMeters ?? 0) > farFindsSignal.meters);
  const places = new Set(
    far.map((find) => {
      const place = getPlacement(find, reviewCase.cards)?.place;
      return place ? `${place.latitude}/${place.longitude}` : `${find.cardId}`;
    }),
  );
  // The threshold is a share of all finds, not only of those with a reported position. Otherwise, finders could dilute the signal by
  // reporting false nearby positions for other finds.
  if (places.size < farFindsSignal.finds || far.length < farFindsSignal.share * finds.length) return [];
  const farthest = Math.round(Math.max(...far.map(({ distanceMeters }) => distanceMeters ?? 0)) / 1_000);
  const finderIds = new Set(far.map(({ userId }) => userId));
  return [
    {
      code: 'distance',
      sentence: `${far.length} of ${statedFinds.length} finds with a reported location were made more than ${farFindsSignal.meters / 1_000} km from the card, up to ${farthest} km, by ${formatNames(reviewCase, finderIds)}.`,
      counts: { finds: far.length, allFinds: statedFinds.length, members: finderIds.size, places: places.size },
    },
  ];
}
