/** What a request asks of D1, KV and the place's cache and how much it answers, as the meter saw it; the floor does the same and nothing else. */
export type Bound = number | string | null;

export interface StatementUse {
  sql: string;
  /** Bound to its placeholders; of a text only how long it is matters. */
  values: Bound[];
  rowsRead: number;
  rowsWritten: number;
  rowsAnswered: number;
  /** Of a row that it answers or would answer; 0 where it answers none and is no plain SELECT. */
  columns: number;
}

export interface Usage {
  kvReads: number;
  kvWrites: number;
  cacheReads: number;
  cacheWrites: number;
  /** D1 round trips, each of its statements. */
  roundTrips: StatementUse[][];
  /** Of the body. */
  answerBytes: number;
  answerHeaders: Record<string, string>;
}

/** Who call, spread over all members. */
export const signedInMembers = 300;

/** In KV, one for each of them: what the floor reads of it. As long as a session's. */
export function floorSessionOf(subject: number): string {
  return `session:${String(subject).padStart(43, 'f')}`;
}

export function rowsOf({ roundTrips }: Usage, which: 'rowsRead' | 'rowsWritten'): number {
  return roundTrips.flat().reduce((sum, used) => sum + used[which], 0);
}

/** Carries a `Usage` in the answer of a metered request. */
export const usageHeader = 'x-bench-usage';
/** Asks for a metered request. */
export const meterHeader = 'x-bench-meter';
