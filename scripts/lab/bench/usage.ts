/** A request's metered D1, KV and edge-cache usage and its response size. The baseline (worker/floor.ts) reproduces exactly this usage. */
export type Bound = number | string | null;

export interface StatementUse {
  sql: string;
  values: Bound[];
  rowsRead: number;
  rowsWritten: number;
  rowsReturned: number;
  /** Number of columns per returned row. If no row was returned, the column count of a plain SELECT, or 0 for other statements. */
  columns: number;
}

export interface Usage {
  kvReads: number;
  kvWrites: number;
  cacheReads: number;
  cacheWrites: number;
  roundTrips: StatementUse[][];
  responseBytes: number;
  responseHeaders: Record<string, string>;
}

export const signedInMembers = 300;

/** Returns the KV key that the baseline reads for a caller. It has the same length as a session key. */
export function floorSessionId(subject: number): string {
  return `session:${String(subject).padStart(43, 'f')}`;
}

export function sumRows({ roundTrips }: Usage, column: 'rowsRead' | 'rowsWritten'): number {
  return roundTrips.flat().reduce((sum, usage) => sum + usage[column], 0);
}

export const usageHeader = 'x-bench-usage';
export const meterHeader = 'x-bench-meter';
