/**
 * The local database as a file, beside the product that has it open. Not through a second workerd (scripts/setup/database.ts):
 * two of them at work at the same time lock each other out.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { carriedAlong } from '#scripts/clock/carry-along.ts';

const waitsForLockMs = 10_000;

export function openDatabaseFile(state: string): DatabaseSync {
  const files = globSync(join(state, 'v3', 'd1', '*', '*.sqlite')).filter((file) => !file.endsWith('metadata.sqlite'));
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${state} holds ${files.length} databases instead of one.`);
  return new DatabaseSync(file, { timeout: waitsForLockMs });
}

/** All or nothing. */
export function carryAlong(db: DatabaseSync, from: number, to: number): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const { sql, values } of carriedAlong(from, to)) db.prepare(sql).run(...values);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}
