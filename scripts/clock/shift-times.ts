/** Shifts the stored timestamps that must follow a moved clock so that sessions stay valid and rate limits keep their remaining time. */
import type { DatabaseSync } from 'node:sqlite';

export interface Change {
  sql: string;
  values: number[];
}

/** Returns statements that shift the expiry of sessions and rate-limit windows when the clock moves (Unix seconds). */
export function shiftStatements(from: number, to: number): Change[] {
  const moveEnds = (table: string) => ({
    sql: `UPDATE ${table} SET expires_at = expires_at + ?2 WHERE revoked_at IS NULL AND expires_at > ?1`,
    values: [from, to - from],
  });
  // Rate-limit windows are aligned to the calendar. Each counter moves to the window that contains the new time, unless that window already
  // has a counter.
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
