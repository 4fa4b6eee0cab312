/** Claims of a cookie or token; the database confirms them in the same round trip as the query. */
export interface Caller {
  userId: number;
  sessionHash: string;
  /** An administrator views the member's account; the session is theirs. */
  isViewing?: boolean;
}
