import { cardsShownPerDay, unverifiedCardsShownPerDay } from '#schema/rules.ts';

/** Returns how many different cards a member is shown per day. Few without a verified email, or mass registration could copy the map. */
export function dailyCards(isEmailVerified: boolean): number {
  return isEmailVerified ? cardsShownPerDay : unverifiedCardsShownPerDay;
}
