import { cardsShownPerDay, unverifiedCardsShownPerDay } from '#schema/rules.ts';

/**
 * Returns the daily limit on different cards shown to a member. The limit is low without a verified email; otherwise, mass registration
 * could be used to copy the map.
 */
export function dailyCards(isEmailVerified: boolean): number {
  return isEmailVerified ? cardsShownPerDay : unverifiedCardsShownPerDay;
}
