import type { D1Database } from '@cloudflare/workers-types';
import { residentMegabytes } from '#scripts/lab/bench/cpu.ts';

export interface StatementUse {
  statements: number;
  slowestMs: number;
  rowsRead: number;
  rowsWritten: number;
  rowsReturned: number;
  memoryPeak: number | undefined;
}

export function countStatements(d1: D1Database): { db: D1Database; use: StatementUse } {
  const use: StatementUse = { statements: 0, slowestMs: 0, rowsRead: 0, rowsWritten: 0, rowsReturned: 0, memoryPeak: residentMegabytes() };
  const batch: D1Database['batch'] = async (statements) => {
    const results = await d1.batch<never>(statements);
    for (const { meta, results: rows } of results) {
      use.statements += 1;
      use.slowestMs = Math.max(use.slowestMs, meta.duration);
      use.rowsRead = Math.max(use.rowsRead, meta.rows_read);
      use.rowsWritten = Math.max(use.rowsWritten, meta.rows_written);
      use.rowsReturned = Math.max(use.rowsReturned, rows.length);
    }
    use.memoryPeak = Math.max(use.memoryPeak ?? 0, residentMegabytes() ?? 0) || undefined;
    return results;
  };
  return { db: { prepare: (sql: string) => d1.prepare(sql), batch } as unknown as D1Database, use };
}
