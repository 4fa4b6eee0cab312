import { t } from '@lingui/core/macro';
import { type MedalId, type MedalMeasure, medals } from '#schema/progress/medals.ts';
import type { MedalProgress } from '#schema/progress/progress.ts';
import { number } from '#web/lib/format.ts';

interface MedalLabel {
  name: string;
  /** How to earn the medal, and what a member did who has earned it. */
  text: string;
  earned: string;
}

export const medalLabels = (): Record<MedalId, MedalLabel> => ({
  finds_1: { name: t`First find`, text: t`Find your first card`, earned: t`You found your first card` },
  finds_10: { name: t`Ten finds`, text: t`Find 10 cards`, earned: t`You found 10 cards` },
  finds_100: { name: t`A hundred finds`, text: t`Find 100 cards`, earned: t`You found 100 cards` },
  finds_1000: { name: t`A thousand finds`, text: t`Find 1,000 cards`, earned: t`You found 1,000 cards` },
  towns_3: { name: t`Out and about`, text: t`Find cards in 3 towns`, earned: t`You found cards in 3 towns` },
  towns_10: { name: t`Town hopper`, text: t`Find cards in 10 towns`, earned: t`You found cards in 10 towns` },
  towns_50: { name: t`Town collector`, text: t`Find cards in 50 towns`, earned: t`You found cards in 50 towns` },
  countries_2: { name: t`Border crosser`, text: t`Find cards in 2 countries`, earned: t`You found cards in 2 countries` },
  countries_5: {
    name: t({ message: 'Traveler', context: 'medal' }),
    text: t`Find cards in 5 countries`,
    earned: t`You found cards in 5 countries`,
  },
  countries_10: { name: t`Globetrotter`, text: t`Find cards in 10 countries`, earned: t`You found cards in 10 countries` },
  seasons_4: { name: t`Four seasons`, text: t`Find a card in every season`, earned: t`You found a card in every season` },
  placement: { name: t`Trailblazer`, text: t`Place a card that someone finds`, earned: t`Someone found a card you placed` },
  card_50: { name: t`Crowd favorite`, text: t`Place a card that gets found 50 times`, earned: t`A card you placed was found 50 times` },
  thanks_1: { name: t`Thank you`, text: t`Get thanked for a note`, earned: t`An owner thanked you for a note` },
  thanks_10: { name: t`Well liked`, text: t`Get thanked for 10 notes`, earned: t`Owners thanked you for 10 notes` },
  thanks_50: { name: t`Beloved`, text: t`Get thanked for 50 notes`, earned: t`Owners thanked you for 50 notes` },
});

const progressLabels = (count: string, goal: string): Record<MedalMeasure, string> => ({
  finds: t`${count} of ${goal} finds`,
  towns: t`${count} of ${goal} towns`,
  countries: t`${count} of ${goal} countries`,
  seasons: t`${count} of ${goal} seasons`,
  placements: t`${count} of ${goal} cards placed and found`,
  card_finds: t`${count} of ${goal} finds of one card`,
  thanks: t`${count} of ${goal} thank-yous`,
});

/** Describes the progress toward a medal: `7 of 10 towns`, or what to do if once is enough. */
export function describeMedalProgress({ id, count }: Pick<MedalProgress, 'id' | 'count'>): string {
  const { goal, measure } = medals[id];
  if (goal === 1) return medalLabels()[id].text;
  return progressLabels(number(count), number(goal))[measure];
}

/** Whether the medal takes cards of one's own, which only Basic and Premium members can place. */
export const isForPaidMembers = (id: MedalId): boolean => ['placements', 'card_finds'].includes(medals[id].measure);
