/** Claims of a cookie or token, which the database confirms in the same round trip as the query. */
export interface Caller {
  userId: number;
  sessionHash: string;
  /** Set while an administrator views the member's account; the session is the administrator's. */
  isViewing?: boolean;
}
