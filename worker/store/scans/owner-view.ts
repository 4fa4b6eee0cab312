/**
 * What a card's owner sees of a find: immediately that it happened; after `finderHiddenSeconds` also who made it, and the day. Product rules:
 * Finds and notes to owners.
 */
import { finderHiddenSeconds, secondsPerDay } from '#schema/rules.ts';
import { keyKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { typesOfOwnersFinds } from '#schema/tokens/token.ts';
import { tokensFor } from '#worker/store/tokens/ledger-kinds.ts';

/**
 * SQL condition: find `s` was made while card `c` belonged to its current owner. The ledger shows it for a card that has had other owners;
 * finds that paid its owner nothing, because they were suspended, count as someone else's there.
 */
export const isFindOfOwner = `(c.has_changed_owner = 0 OR EXISTS
  (SELECT 1 FROM token_transactions o WHERE ${tokensFor('owner_scan', 'c.user_id', 'c.id', 'o')} AND o.other_id = s.user_id))`;

const isDisclosed = (foundAt: string, now: string) => `${foundAt} <= ${now} - ${finderHiddenSeconds}`;

/** SQL for the finder's username as shown to the owner of the card. `foundAt` is the time of the find, in Unix seconds. */
export const finderForOwner = (username: string, foundAt: string, now: string) => `iif(${isDisclosed(foundAt, now)}, ${username}, NULL)`;

/** SQL for the UTC day of the find, or of what followed from it at `at`, as shown to the owner of the card. */
export const dayForOwner = (foundAt: string, now: string, at = foundAt) =>
  `iif(${isDisclosed(foundAt, now)}, date(${at}, 'unixepoch'), NULL)`;

/** SQL for the start of the UTC day of `at`, for times of finds that are shown immediately. */
export const dayStart = (at: string) => `(${at} / ${secondsPerDay} * ${secondsPerDay})`;

/**
 * SQL for the time when card `c` was placed, as shown to its owner. If the owner's form did not place it, someone's scan did. NULL while an
 * administrator has reset the card to `ordered`.
 */
export const placedDateForOwner = (c: string) =>
  `iif(${c}.status = 'ordered', NULL, iif(${c}.placed_date IS ${c}.placement_at, ${c}.placed_date, ${dayStart(`${c}.placed_date`)}))`;

const shownTime = (kinds: readonly number[]) => `iif(t.kind IN (${kinds.join(', ')}), ${dayStart('t.created_at')}, t.created_at)`;

/** SQL for the time of token row `t` as shown to its member. A find of the member's card is shown with the start of its day. */
export const tokenTimeForMember = shownTime(typesOfOwnersFinds.map((type) => tokenKinds[type].code));
/** Same as `tokenTimeForMember`, for key row `t`. */
export const keyTimeForMember = shownTime([keyKinds.placement.code]);
