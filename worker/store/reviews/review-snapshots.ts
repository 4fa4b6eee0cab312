/** Signals of a case at the time of a decision. Product rules: Reviews. */
import type { SnapshotDecision, SnapshotSignals } from '#schema/reviews/signals.ts';
import { reviewSnapshots } from '#schema/tables/reviews.ts';
import { type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';

export interface Snapshot {
  certificateId: number;
  decision: SnapshotDecision;
  signals: SnapshotSignals;
}

export type SnapshotRow = RowOf<typeof reviewSnapshots, 'decision' | 'decidedAt' | 'signals'>;

/** Saves the signals. Must directly follow a statement that changes a row only if the decision is made. */
export function insertSnapshot({ certificateId, decision, signals }: Snapshot, now: number): Statement {
  return statement(
    'INSERT INTO review_snapshots (certificate_id, decision, decided_at, signals) SELECT ?1, ?2, ?3, ?4 WHERE changes() > 0',
    [certificateId, decision, now, JSON.stringify(signals)],
  );
}

/** Returns the case's snapshots, newest first. */
export function selectSnapshots(certificateId: number): Statement<SnapshotRow> {
  return statement<SnapshotRow>(
    `SELECT ${selectList(reviewSnapshots, 't', ['decision', 'decidedAt', 'signals'])} FROM review_snapshots t WHERE t.certificate_id = ?1
     ORDER BY t.decided_at DESC, t.id DESC`,
    [certificateId],
  );
}
