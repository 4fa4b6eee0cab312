import { cardsShownPerDay, unverifiedCardsShownPerDay } from '#schema/rules.ts';

/**
 * Returns the maximum number of different cards shown to a member per day. The limit is low for members with an unverified email address so
 * that mass registration cannot be used to copy the map.
 */
export function dailyCards(isEmailVerified: boolean): number {
  return isEmailVerified ? cardsShownPerDay : unverifiedCardsShownPerDay;
}
