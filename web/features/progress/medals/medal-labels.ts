import { type MedalId, type MedalMeasure, medals } from '#schema/progress/medals.ts';
import type { MedalProgress } from '#schema/progress/progress.ts';
import { compareNearness } from '#web/features/progress/medals/nearness.ts';
import { number } from '#web/lib/format.ts';

interface MedalLabel {
  name: string;
  /** How to earn the medal, and what a member did who has earned it. */
  text: string;
  earned: string;
}

export const medalLabels: Record<MedalId, MedalLabel> = {
  finds_1: { name: 'First find', text: 'Find your first card', earned: 'You found your first card' },
  finds_10: { name: 'Ten finds', text: 'Find 10 cards', earned: 'You found 10 cards' },
  finds_100: { name: 'A hundred finds', text: 'Find 100 cards', earned: 'You found 100 cards' },
  finds_1000: { name: 'A thousand finds', text: 'Find 1,000 cards', earned: 'You found 1,000 cards' },
  towns_3: { name: 'Out and about', text: 'Find cards in 3 towns', earned: 'You found cards in 3 towns' },
  towns_10: { name: 'Town hopper', text: 'Find cards in 10 towns', earned: 'You found cards in 10 towns' },
  towns_50: { name: 'Town collector', text: 'Find cards in 50 towns', earned: 'You found cards in 50 towns' },
  countries_2: { name: 'Border crosser', text: 'Find cards in 2 countries', earned: 'You found cards in 2 countries' },
  countries_5: { name: 'Traveler', text: 'Find cards in 5 countries', earned: 'You found cards in 5 countries' },
  countries_10: { name: 'Globetrotter', text: 'Find cards in 10 countries', earned: 'You found cards in 10 countries' },
  seasons_4: { name: 'Four seasons', text: 'Find a card in every season', earned: 'You found a card in every season' },
  placement: { name: 'Trailblazer', text: 'Place a card that someone finds', earned: 'Someone found a card you placed' },
  card_50: { name: 'Crowd favorite', text: 'Place a card that gets found 50 times', earned: 'A card you placed was found 50 times' },
  thanks_1: { name: 'Thank you', text: 'Get thanked for a note', earned: 'An owner thanked you for a note' },
  thanks_10: { name: 'Well liked', text: 'Get thanked for 10 notes', earned: 'Owners thanked you for 10 notes' },
  thanks_50: { name: 'Beloved', text: 'Get thanked for 50 notes', earned: 'Owners thanked you for 50 notes' },
};

const units: Record<MedalMeasure, string> = {
  finds: 'finds',
  towns: 'towns',
  countries: 'countries',
  seasons: 'seasons',
  placements: 'cards placed and found',
  card_finds: 'finds of one card',
  thanks: 'thank-yous',
};

/** Describes the progress toward a medal: `7 of 10 towns`, or what to do if once is enough. */
export function describeMedalProgress({ id, count }: Pick<MedalProgress, 'id' | 'count'>): string {
  const { goal, measure } = medals[id];
  if (goal === 1) return medalLabels[id].text;
  return `${number(count)} of ${number(goal)} ${units[measure]}`;
}

/** Returns the medals that the member is closest to earning, at most one of each kind. */
export function nextMedals(all: readonly MedalProgress[], limit: number): MedalProgress[] {
  const open = all.filter(({ earnedOn }) => earnedOn === null);
  const firstOfKind = open.filter((medal, index) => open.findIndex(({ id }) => medals[id].measure === medals[medal.id].measure) === index);
  const toGoal = ({ id, count }: MedalProgress) => ({ count, goal: medals[id].goal });
  return firstOfKind.sort((one, other) => compareNearness(toGoal(one), toGoal(other))).slice(0, limit);
}
