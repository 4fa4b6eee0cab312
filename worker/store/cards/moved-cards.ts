/**
 * Cards that their owner has moved. Finds and checks from before the move are about the former place, so they say nothing about the current
 * one.
 */
import { minMoveDegrees } from '#schema/rules.ts';
import { lastFindId } from '#worker/store/cards/former-places.ts';
import { isFirstScan, isRewardedScan, madeAt } from '#worker/store/scans/scan-kinds.ts';

/** SQL for where card `c` was at its last find, if its place has changed since. */
const placeOfLastFind = `card_places p WHERE p.card_id = c.id AND p.through_scan_id = ${lastFindId}
  AND p.user_id IS c.user_id AND p.placement_at IS c.placement_at`;

/**
 * SQL condition: the new coordinates are a move of placed card `c`. Smaller changes are corrections. Their distance counts from the place of
 * the last find, so that many corrections do not add up to a move that nobody sees. Removing the coordinates is a move too: otherwise an
 * owner could remove them and then enter any others. So is entering the first ones after a find. Must follow `recordFormerPlaces`.
 */
export const isMove = (latitude: string, longitude: string) =>
  `c.placement_at IS NOT NULL AND iif(${latitude} IS NULL OR c.latitude IS NULL,
     (${latitude} IS NULL) <> (c.latitude IS NULL) AND (c.latitude IS NOT NULL OR ${lastFindId} IS NOT NULL),
     coalesce((SELECT ${isFar('p', latitude, longitude)} FROM ${placeOfLastFind}), ${isFar('c', latitude, longitude)}))`;

/** SQL condition: the coordinates are not those of row `alias`, which may have none. */
function isFar(alias: string, latitude: string, longitude: string): string {
  const differs = (column: string, value: string) => `abs(${alias}.${column} - ${value}) > ${minMoveDegrees}`;
  return `(${alias}.latitude IS NULL OR ${differs('latitude', latitude)} OR ${differs('longitude', longitude)})`;
}

/** SQL for the time of the current owner's last move of card `c`; NULL if there is none. */
export const movedAt = 'iif(c.moved_at > c.placement_at, c.moved_at, NULL)';

/** SQL condition: what happened to card `c` at `at` was at its current place. */
export const isAtCurrentPlace = (at: string) => `${at} >= coalesce(${movedAt}, 0)`;

/** SQL condition: scan `s` is a find whose reward was not revoked. */
export const isCountedFind = `${isFirstScan('s')} AND ${isRewardedScan('s')} AND s.taken_back_by IS NULL`;

/** SQL condition: find `s` by member `f` can confirm the placement of card `c` owned by `o`, as in worker/domain/scans/scan.ts. */
export const confirms = `${isCountedFind} AND s.code_was_right = 1 AND s.is_awaiting_verification = 0 AND s.scan_date >= c.placement_at AND s.user_id <> c.user_id
  AND (f.email_verified_at IS NOT NULL OR f.erased_at IS NOT NULL) AND f.referred_by_id IS NOT c.user_id AND o.referred_by_id IS NOT f.id`;

/**
 * SQL for the time of the find that shows that card `c` is where its owner says; NULL if there is none. Of a moved card, only finds made
 * since count: the stored time can be later than the move although the find was earlier (offline, or before its finder verified their email).
 */
export const confirmedAt = `iif(${movedAt} IS NULL OR c.placement_confirmed_at IS NULL, c.placement_confirmed_at,
  (SELECT min(s.scan_date) FROM card_scans s JOIN users f ON f.id = s.user_id JOIN users o ON o.id = c.user_id
   WHERE s.card_id = c.id AND ${confirms} AND ${madeAt('s')} >= ${movedAt}))`;
