/** What keeps the true time while the clock is moved, of what the database knows: who is signed in stays so, and who must wait waits on. */
import type { DatabaseSync } from 'node:sqlite';

export interface Change {
  sql: string;
  values: number[];
}

/** Moves the ends of sessions and of counted limits along, for a clock that is about to go from one moment to another (unix seconds). */
export function shiftStatements(from: number, to: number): Change[] {
  const moveEnds = (table: string) => ({
    sql: `UPDATE ${table} SET expires_at = expires_at + ?2 WHERE revoked_at IS NULL AND expires_at > ?1`,
    values: [from, to - from],
  });
  // A window is a part of the calendar, so a counter goes to the one that is current then; where a call has begun that one already, it counts.
  const start = 'CAST(?2 AS INTEGER) / (expires_at - window_start) * (expires_at - window_start)';
  return [
    moveEnds('sessions'),
    moveEnds('admin_sessions'),
    {
      sql: `UPDATE OR IGNORE rate_counters SET window_start = ${start}, expires_at = ${start} + (expires_at - window_start)
        WHERE expires_at > ?1 AND window_start < ${start}`,
      values: [from, to],
    },
  ];
}

/** All or nothing. */
export function shiftTimes(db: DatabaseSync, from: number, to: number): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const { sql, values } of shiftStatements(from, to)) db.prepare(sql).run(...values);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
