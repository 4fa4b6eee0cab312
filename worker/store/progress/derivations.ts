/**
 * Reads finds and writes what members achieved with them, for the job `award-medals`. Finds and keys are read by row id, so scans need no
 * extra write. Decisions that revoke or restore finds mark their members themselves.
 */
import { medals } from '#schema/progress/medals.ts';
import { keyKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { DerivedProgress, MemberFacts, ProgressFind } from '#worker/domain/progress/derive-progress.ts';
import { bindStore } from '#worker/store/database.ts';
import { isOnMap } from '#worker/store/finding/card-places.ts';
import { isFirstScan, isRewardedScan } from '#worker/store/scans/scan-kinds.ts';
import { batch, queryAll, queryFirst, rows, statement } from '#worker/store/sql.ts';
import { markProgressStale } from './stale-progress.ts';

/** Number of scans, and of key events, per step. */
const rowsPerStep = 2_000;
/** Limits on the members and finds derived per step, which bound the size of the result. */
const membersPerStep = 500;
const findsPerStep = 20_000;

export interface StaleMember {
  userId: number;
  revision: number;
}

/** SQL for the last processed row id and the last one of the next step. */
function stepSql(table: 'card_scans' | 'key_events', job: string) {
  const after = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
  const through = `coalesce((SELECT n.id FROM ${table} n WHERE n.id > ${after} ORDER BY n.id LIMIT 1 OFFSET ${rowsPerStep - 1}), (SELECT max(n.id) FROM ${table} n), 0)`;
  return { after, through };
}

const scanJob = 'medals-scans';
const keyJob = 'medals-keys';
const scanSteps = stepSql('card_scans', scanJob);
const keySteps = stepSql('key_events', keyJob);

/** Half-open ranges of row ids: after `after…`, up to and including `through…`. */
export interface ProgressStep {
  afterScan: number;
  throughScan: number;
  afterKey: number;
  throughKey: number;
}

/** A card that was scanned after its public location changed, with the first such scan. */
export interface MovedCard {
  cardId: number;
  scanId: number;
  /** Public location in millionths of a degree; null if the card is not on the map. */
  latitudeE6: number | null;
  longitudeE6: number | null;
}

/** SQL for the id of the row of `card_towns` that applies to scan `scanId` of a card. Both are SQL. */
const townRow = (cardId: string, scanId: string) =>
  `(SELECT max(n.from_scan_id) FROM card_towns n WHERE n.card_id = ${cardId} AND n.from_scan_id <= ${scanId})`;
const latitude = `iif(${isOnMap('c')}, c.shown_latitude_e6, NULL)`;
const longitude = `iif(${isOnMap('c')}, c.shown_longitude_e6, NULL)`;

const saveStep = (job: string, throughId: number) =>
  statement(
    `INSERT INTO job_progress (job, through_id) VALUES (?1, ?2) ON CONFLICT (job) DO UPDATE SET through_id = max(through_id, excluded.through_id)`,
    [job, throughId],
  );

export const progressDerivationStore = bindStore({
  async nextStep(db): Promise<ProgressStep | undefined> {
    const step = await queryFirst<ProgressStep, keyof ProgressStep>(
      db,
      `SELECT ${scanSteps.after} AS "afterScan", ${scanSteps.through} AS "throughScan", ${keySteps.after} AS "afterKey", ${keySteps.through} AS "throughKey"`,
    );
    return step && (step.throughScan > step.afterScan || step.throughKey > step.afterKey) ? step : undefined;
  },

  movedCards: (db, { afterScan, throughScan }: ProgressStep): Promise<MovedCard[]> =>
    queryAll<MovedCard, 'scanId' | 'latitudeE6' | 'longitudeE6'>(
      db,
      `SELECT s.card_id AS "cardId", s.id AS "scanId", ${latitude} AS "latitudeE6", ${longitude} AS "longitudeE6"
       FROM (SELECT card_id, min(id) AS id FROM card_scans WHERE id > ?1 AND id <= ?2 GROUP BY card_id) s JOIN cache_cards c ON c.id = s.card_id
         LEFT JOIN card_towns w ON w.card_id = c.id AND w.from_scan_id = ${townRow('c.id', 's.id')}
       WHERE ${latitude} IS NOT w.latitude_e6 OR ${longitude} IS NOT w.longitude_e6`,
      [afterScan, throughScan],
    ),

  /** Marks the finders and owners of the step's scans and keys, and stores the towns of cards that have moved. */
  async markStep(db, step: ProgressStep, towns: readonly (MovedCard & { town: string | null })[]): Promise<void> {
    const { afterScan, throughScan, afterKey, throughKey } = step;
    const newFinds = `s.id > ?1 AND s.id <= ?2 AND ${isRewardedScan('s')}`;
    await batch(db, [
      statement(
        `INSERT INTO card_towns (card_id, from_scan_id, latitude_e6, longitude_e6, town)
         SELECT v.value ->> 'cardId', v.value ->> 'scanId', v.value ->> 'latitudeE6', v.value ->> 'longitudeE6', v.value ->> 'town'
         FROM json_each(?1) v WHERE true ON CONFLICT (card_id, from_scan_id) DO NOTHING`,
        [JSON.stringify(towns)],
      ),
      markProgressStale(
        `SELECT s.user_id FROM card_scans s WHERE ${newFinds}
         UNION SELECT c.user_id FROM card_scans s JOIN cache_cards c ON c.id = s.card_id WHERE ${newFinds}
         UNION SELECT k.user_id FROM key_events k WHERE k.id > ?3 AND k.id <= ?4 AND k.kind = ${keyKinds.placement.code}`,
        [afterScan, throughScan, afterKey, throughKey],
      ),
      saveStep(scanJob, throughScan),
      saveStep(keyJob, throughKey),
    ]);
  },

  /** Loads the next members whose progress is stale, with what it is derived from. */
  async load(db): Promise<{ members: StaleMember[]; facts: Map<number, MemberFacts> }> {
    const stale = await queryAll<StaleMember & { timeZone: string | null; earlierTimeZones: string }>(
      db,
      `SELECT p.user_id AS "userId", p.revision AS "revision", u.time_zone AS "timeZone",
         u.earlier_time_zones AS "earlierTimeZones"
       FROM (SELECT user_id, revision, sum(finds) OVER (ORDER BY user_id) - finds AS earlier FROM
           (SELECT user_id, revision, finds FROM member_progress WHERE revision <> derived_revision ORDER BY user_id LIMIT ${membersPerStep})) p
         JOIN users u ON u.id = p.user_id WHERE p.earlier < ${findsPerStep}`,
    );
    const ids = JSON.stringify(stale.map(({ userId }) => userId));
    const [finds, placements, cards, thanks] = await batch(db, [
      statement<ProgressFind & { userId: number }>(
        `SELECT s.user_id AS "userId", s.scan_date AS "at", w.town AS "town", w.latitude_e6 AS "latitudeE6"
         FROM json_each(?1) u CROSS JOIN card_scans s ON s.user_id = u.value AND ${isFirstScan('s')}
           LEFT JOIN card_towns w ON w.card_id = s.card_id AND w.from_scan_id = ${townRow('s.card_id', 's.id')}
         WHERE ${isRewardedScan('s')} AND s.taken_back_by IS NULL ORDER BY s.scan_date, s.id`,
        [ids],
      ),
      statement<{ userId: number; at: number }, 'at'>(
        `SELECT k.user_id AS "userId", min(k.created_at) AS "at" FROM json_each(?1) u
           CROSS JOIN key_events k ON k.user_id = u.value AND k.kind = ${keyKinds.placement.code}
         GROUP BY k.user_id, k.subject_id HAVING sum(k.amount) > 0 ORDER BY min(k.created_at)`,
        [ids],
      ),
      statement<{ userId: number; finds: number; goalAt: number | null }, 'finds' | 'goalAt'>(
        `SELECT o.user_id AS "userId", max(o.nth) AS "finds", min(iif(o.nth = ${medals.card_50.goal}, o.created_at, NULL)) AS "goalAt"
         FROM (SELECT t.user_id, t.created_at, row_number() OVER (PARTITION BY t.user_id, t.subject_id ORDER BY t.created_at, t.id) AS nth
             FROM json_each(?1) u CROSS JOIN token_transactions t ON t.user_id = u.value AND t.kind = ${tokenKinds.owner_scan.code}
             WHERE NOT EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = t.subject_id AND s.taken_back_by IS NOT NULL AND s.user_id = t.other_id)) o
         GROUP BY o.user_id`,
        [ids],
      ),
      statement<{ userId: number; at: number }, 'at'>(
        `SELECT l.user_id AS "userId", l.thanked_at AS "at" FROM json_each(?1) u CROSS JOIN find_logs l ON l.user_id = u.value AND l.thanked_at IS NOT NULL
           JOIN card_scans s ON s.card_id = l.card_id AND s.user_id = l.user_id AND ${isFirstScan('s')}
         WHERE s.taken_back_by IS NULL ORDER BY l.thanked_at, l.id`,
        [ids],
      ),
    ]);
    const findsOf = Map.groupBy(rows(finds), ({ userId }) => userId);
    const placementsOf = Map.groupBy(rows(placements), ({ userId }) => userId);
    const thanksOf = Map.groupBy(rows(thanks), ({ userId }) => userId);
    const cardOf = new Map(rows(cards).map((card) => [card.userId, card]));
    const facts = new Map<number, MemberFacts>();
    for (const { userId, timeZone, earlierTimeZones } of stale) {
      const card = cardOf.get(userId);
      facts.set(userId, {
        zones: { current: timeZone, earlier: JSON.parse(earlierTimeZones) },
        finds: findsOf.get(userId) ?? [],
        placements: (placementsOf.get(userId) ?? []).map(({ at }) => at),
        cardFinds: card?.finds ?? 0,
        cardGoalAt: card?.goalAt ?? null,
        thanks: (thanksOf.get(userId) ?? []).map(({ at }) => at),
      });
    }
    return { members: stale.map(({ userId, revision }) => ({ userId, revision })), facts };
  },

  /** Stores what was derived. Members whose finds changed meanwhile stay stale. */
  async commit(db, derived: readonly (StaleMember & DerivedProgress)[]): Promise<void> {
    const list = JSON.stringify(
      derived.map(({ userId, revision, counts, trail, medals: earned }) => ({ userId, revision, ...counts, ...trail, medals: earned })),
    );
    const members = `SELECT v.value ->> 'userId' FROM json_each(?1) v`;
    const earnedMedals = `SELECT v.value ->> 'userId' AS user_id, m.key AS medal, m.value AS earned_at FROM json_each(?1) v, json_each(v.value, '$.medals') m`;
    await batch(db, [
      statement(
        `UPDATE member_progress SET derived_revision = v.value ->> 'revision', finds = v.value ->> 'finds', towns = v.value ->> 'towns',
           countries = v.value ->> 'countries', seasons = v.value ->> 'seasons', placements = v.value ->> 'placements',
           card_finds = v.value ->> 'card_finds', thanks = v.value ->> 'thanks', trail_weeks = v.value ->> 'weeks',
           longest_trail = v.value ->> 'longest', rest_weeks = v.value ->> 'restWeeks', first_week = v.value ->> 'firstWeek',
           last_week = v.value ->> 'lastWeek', week_bits = v.value ->> 'weekBits',
           rest_bits = v.value ->> 'restBits'
         FROM json_each(?1) v WHERE user_id = v.value ->> 'userId'`,
        [list],
      ),
      statement(
        `DELETE FROM member_medals WHERE user_id IN (${members}) AND (user_id, medal) NOT IN (SELECT user_id, medal FROM (${earnedMedals}))`,
        [list],
      ),
      statement(
        `INSERT INTO member_medals (user_id, medal, earned_at) SELECT user_id, medal, earned_at FROM (${earnedMedals}) WHERE true
         ON CONFLICT (user_id, medal) DO UPDATE SET earned_at = excluded.earned_at WHERE earned_at <> excluded.earned_at`,
        [list],
      ),
    ]);
  },
});
