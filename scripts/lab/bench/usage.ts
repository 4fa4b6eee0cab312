/** Use of D1, KV and the edge cache and response size of a request, as metered; the floor repeats exactly this. */
export type Bound = number | string | null;

export interface StatementUse {
  sql: string;
  values: Bound[];
  rowsRead: number;
  rowsWritten: number;
  rowsAnswered: number;
  /** Columns per returned row, or of the result if empty; 0 for an empty result of anything but a plain SELECT. */
  columns: number;
}

export interface Usage {
  kvReads: number;
  kvWrites: number;
  cacheReads: number;
  cacheWrites: number;
  roundTrips: StatementUse[][];
  answerBytes: number;
  answerHeaders: Record<string, string>;
}

export const signedInMembers = 300;

/** KV key that the floor reads for each caller. As long as a session key. */
export function floorSessionId(subject: number): string {
  return `session:${String(subject).padStart(43, 'f')}`;
}

export function sumRows({ roundTrips }: Usage, column: 'rowsRead' | 'rowsWritten'): number {
  return roundTrips.flat().reduce((sum, usage) => sum + usage[column], 0);
}

export const usageHeader = 'x-bench-usage';
export const meterHeader = 'x-bench-meter';
