/** Evidence of the location of a scan. Recorded once, after a find, and erased after its retention period. */

import { caseEvidenceRetentionSeconds, findPlaceWindowSeconds, scanEvidenceRetentionSeconds } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { StatedDistance } from '#worker/domain/scans/place.ts';
import { type FinderRow, signedInFinder } from '#worker/store/accounts/users.ts';
import type { Database } from '#worker/store/database.ts';
import { eraseEvidence, hasEvidence, isCaseEvidence } from '#worker/store/reviews/case-conditions.ts';
import { batch, execute, firstRow, statement } from '#worker/store/sql.ts';
import { isFirstScan, isOwnScan, isRewardedScan } from './scan-kinds.ts';

/** Returns SQL that is true if scan `t` is by the member, as a find or as a scan of their own card. Each case uses an index. */
export const isScanBy = (user: string) => `((t.user_id = ${user} AND ${isFirstScan('t')}) OR (t.user_id = ${user} AND ${isOwnScan('t')}))`;

interface RecentFind {
  id: number;
  latitude: number | null;
  longitude: number | null;
}

/** Number of scans per statement of the erasure, to limit its run time. */
const perStep = 5_000;
const job = 'erase-scan-evidence';

export function scanEvidenceStore(db: Database) {
  return {
    async recentFind(
      caller: Caller,
      cardId: string,
      now: number,
    ): Promise<{ member: FinderRow | undefined; find: RecentFind | undefined }> {
      const [member, find] = await batch(db, [
        signedInFinder(caller, now),
        statement<RecentFind>(
          `SELECT s.id AS "id", c.latitude AS "latitude", c.longitude AS "longitude"
           FROM cache_cards c JOIN card_scans s ON s.card_id = c.id AND s.user_id = ?2 AND ${isFirstScan('s')}
           WHERE c.card_id = ?1 AND ${isRewardedScan('s')} AND s.scan_date >= ?3`,
          [cardId, caller.userId, now - findPlaceWindowSeconds],
        ),
      ]);
      return { member: firstRow(member), find: firstRow(find) };
    },

    /** Saves the distance that the device reported for a find, unless one is already stored. */
    async saveDistance(scanId: number, { distanceMeters, accuracyMeters }: StatedDistance): Promise<void> {
      await execute(db, 'UPDATE card_scans SET distance_m = ?2, accuracy_m = ?3 WHERE id = ?1 AND distance_m IS NULL', [
        scanId,
        distanceMeters,
        accuracyMeters,
      ]);
    },

    /**
     * Erases distances, accuracies, device-reported times, address hashes and request keys from old scans, in order of their ids, and saves
     * its progress. Evidence in a review case is erased when the case ends (`clearScans`). Safe to run concurrently because each step
     * rereads the progress. Stops once `isOver` returns true; the next run continues.
     */
    async eraseOld(now: number, isOver: () => boolean): Promise<void> {
      const before = now - scanEvidenceRetentionSeconds;
      do {
        const [, , moved] = await batch(db, [
          statement(
            `UPDATE card_scans SET request_key = NULL WHERE id > ${processedThroughSql} AND id <= ${dueThrough} AND request_key IS NOT NULL`,
            [job, before],
          ),
          statement(
            `UPDATE card_scans AS t SET ${eraseEvidence} WHERE t.id > ${processedThroughSql} AND t.id <= ${dueThrough} AND ${hasEvidence('t')}
               AND NOT ${isCaseEvidence('t', '?3')}`,
            [job, before, now - caseEvidenceRetentionSeconds],
          ),
          statement<{ throughId: number }>(
            `INSERT INTO job_progress (job, through_id) SELECT ?1, ${dueThrough} WHERE ${dueThrough} > ${processedThroughSql}
             ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id RETURNING through_id AS "throughId"`,
            [job, before],
          ),
        ]);
        if (firstRow(moved) === undefined) return;
      } while (!isOver());
    },
  };
}

const processedThroughSql = 'coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = ?1), 0)';
/**
 * `dueThrough` is SQL for the id of the last scan in the next batch, which ends before the first scan that is too recent. NULL if there is
 * nothing to process. Scan ids increase and scans are never deleted.
 */
const formatStepKey = `n.id > ${processedThroughSql} AND n.id <= ${processedThroughSql} + ${perStep}`;
const dueThrough = `coalesce(
  (SELECT n.id - 1 FROM card_scans n WHERE ${formatStepKey} AND n.scan_date >= ?2 ORDER BY n.id LIMIT 1),
  (SELECT max(n.id) FROM card_scans n WHERE ${formatStepKey}))`;
