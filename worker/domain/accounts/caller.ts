/** What a cookie or token claims; the database confirms it in the same round trip as what is asked. */
export interface Caller {
  userId: number;
  sessionHash: string;
  /** An administrator, whose session it is, sees the member's account as they do. */
  isViewing?: boolean;
}
