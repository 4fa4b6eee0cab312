/** Medals and what they are awarded for. Product rules: Trips, weekly trail and medals. */

/** What a medal counts. `seasons`: different seasons with a find. `card_finds`: finds of the member's most found card. */
export type MedalMeasure = 'finds' | 'towns' | 'countries' | 'seasons' | 'placements' | 'card_finds' | 'thanks';

interface Medal {
  measure: MedalMeasure;
  goal: number;
}

/** All medals in display order. The keys are stored, so they never change. */
export const medals = {
  finds_1: { measure: 'finds', goal: 1 },
  finds_10: { measure: 'finds', goal: 10 },
  finds_100: { measure: 'finds', goal: 100 },
  finds_1000: { measure: 'finds', goal: 1_000 },
  towns_3: { measure: 'towns', goal: 3 },
  towns_10: { measure: 'towns', goal: 10 },
  towns_50: { measure: 'towns', goal: 50 },
  countries_2: { measure: 'countries', goal: 2 },
  countries_5: { measure: 'countries', goal: 5 },
  countries_10: { measure: 'countries', goal: 10 },
  seasons_4: { measure: 'seasons', goal: 4 },
  placement: { measure: 'placements', goal: 1 },
  card_50: { measure: 'card_finds', goal: 50 },
  thanks_1: { measure: 'thanks', goal: 1 },
  thanks_10: { measure: 'thanks', goal: 10 },
  thanks_50: { measure: 'thanks', goal: 50 },
} as const satisfies Record<string, Medal>;

export type MedalId = keyof typeof medals;
export const medalIds = Object.keys(medals) as [MedalId, ...MedalId[]];

export function isMedalId(text: string): text is MedalId {
  return Object.hasOwn(medals, text);
}
