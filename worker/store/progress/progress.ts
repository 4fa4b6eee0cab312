/** A member's trip, weekly trail and medals. Product rules: Trips, weekly trail and medals. */
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import type { memberProgress } from '#schema/tables/progress.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { setTimeZone } from '#worker/store/accounts/preferences.ts';
import { type SessionHolder, selectForSession } from '#worker/store/accounts/users.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { recentFindOf, selectRecentFind } from '#worker/store/scans/finds.ts';
import { batchAfter, firstRow, type RowOf, rows, type Statement, statement } from '#worker/store/sql.ts';
import { latestCatalogue, readCatalogue } from '#worker/store/stays/catalogues.ts';

const progressKeys = [
  'finds',
  'towns',
  'countries',
  'seasons',
  'placements',
  'cardFinds',
  'thanks',
  'trailWeeks',
  'longestTrail',
  'restWeeks',
  'firstWeek',
  'lastWeek',
  'weekBits',
  'restBits',
] as const;
export type ProgressRow = RowOf<typeof memberProgress, (typeof progressKeys)[number]>;

export interface ProgressMember extends SessionHolder {
  dreamDestination: string | null;
  shownMedal: string | null;
  timeZone: string | null;
  /** JSON array of `{ zone, until }`. */
  earlierTimeZones: string;
  joinedAt: number;
}

export interface LoadedProgress {
  member: ProgressMember | undefined;
  /** Undefined until the job has processed the member's first find. */
  progress: ProgressRow | undefined;
  medals: { medal: string; earnedAt: number }[];
  /** Time of the member's newest find in Unix seconds; null if they have not found a card recently. */
  recentFindAt: number | null;
  catalogue: StayCatalogue | undefined;
}

async function changeAndLoad(db: Database, changes: Statement[], caller: Caller, now: number): Promise<LoadedProgress> {
  const [member, progress, medals, newest, catalogue] = await batchAfter(db, changes, [
    selectForSession<ProgressMember>(
      'u.id AS "id", u.dream_destination AS "dreamDestination", u.shown_medal AS "shownMedal", u.time_zone AS "timeZone", u.earlier_time_zones AS "earlierTimeZones", u.created_at AS "joinedAt"',
      caller,
      now,
    ),
    statement<ProgressRow>(
      `SELECT finds, towns, countries, seasons, placements, card_finds AS "cardFinds", thanks, trail_weeks AS "trailWeeks", longest_trail AS "longestTrail",
         rest_weeks AS "restWeeks", first_week AS "firstWeek", last_week AS "lastWeek", week_bits AS "weekBits", rest_bits AS "restBits" FROM member_progress WHERE user_id = ?1`,
      [caller.userId],
    ),
    statement<{ medal: string; earnedAt: number }>('SELECT medal, earned_at AS "earnedAt" FROM member_medals WHERE user_id = ?1', [
      caller.userId,
    ]),
    recentFindOf(caller.userId),
    latestCatalogue,
  ]);
  return {
    member: firstRow(member),
    progress: firstRow(progress),
    medals: rows(medals),
    recentFindAt: firstRow(newest)?.foundAt ?? null,
    catalogue: readCatalogue(catalogue),
  };
}

const change = ({ userId }: Caller, set: string, value: string | null) =>
  statement(`UPDATE users SET ${set} WHERE id = ?1`, [userId, value]);

export const progressStore = bindStore({
  load: (db, caller: Caller, now: number) => changeAndLoad(db, [], caller, now),

  chooseDestination: (db, caller: Caller, destinationId: string | null, now: number) =>
    changeAndLoad(db, [change(caller, 'dream_destination = ?2', destinationId)], caller, now),

  /** Shows a medal to others, or none. Changes nothing if the member has not earned the medal. */
  showMedal: (db, caller: Caller, medal: string | null, now: number) =>
    changeAndLoad(
      db,
      [
        change(
          caller,
          // The first find counts at once, before the job has stored its medal.
          `shown_medal = iif(?2 IS NULL OR EXISTS (SELECT 1 FROM member_medals m WHERE m.user_id = ?1 AND m.medal = ?2)
             OR (?2 = 'finds_1' AND EXISTS (${selectRecentFind('?1')})), ?2, shown_medal)`,
          medal,
        ),
      ],
      caller,
      now,
    ),

  setTimeZone: (db, caller: Caller, timeZone: string, now: number) => changeAndLoad(db, setTimeZone(timeZone, caller, now), caller, now),
});
