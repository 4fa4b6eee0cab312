/**
 * Cards that their owner has moved. Finds and checks from before the move are about the former place, so they say nothing about the current
 * one.
 */
import { minMoveDegrees } from '#schema/rules.ts';
import { isRewardedScan } from '#worker/store/scans/scan-kinds.ts';

/**
 * SQL condition: the new coordinates are a move of a placed card. Smaller changes are corrections. Removing the coordinates is a move too:
 * otherwise an owner could remove them and then enter any others.
 */
export const isMove = (latitude: string, longitude: string) =>
  `placement_at IS NOT NULL AND latitude IS NOT NULL
     AND (${latitude} IS NULL OR abs(latitude - ${latitude}) > ${minMoveDegrees} OR abs(longitude - ${longitude}) > ${minMoveDegrees})`;

/** SQL for the time of the current owner's last move of card `c`; NULL if there is none. */
export const movedAt = 'iif(c.moved_at > c.placement_at, c.moved_at, NULL)';

/** SQL condition: what happened to card `c` at `at` was at its current place. */
export const isAtCurrentPlace = (at: string) => `${at} >= coalesce(${movedAt}, 0)`;

/** SQL for the time of the find that shows that card `c` is where its owner says; NULL if there is none. */
export const confirmedAt = `iif(${isAtCurrentPlace('c.placement_confirmed_at')}, c.placement_confirmed_at,
  (SELECT min(s.scan_date) FROM card_scans s WHERE c.placement_confirmed_at IS NOT NULL AND s.card_id = c.id AND s.user_id <> c.user_id AND ${isRewardedScan('s')}
     AND s.taken_back_by IS NULL AND s.scan_date - coalesce(s.age_s, 0) >= ${movedAt}))`;
