/** Claims from a cookie or token. They are not trusted until the database confirms them, in the same round trip as the request's query. */
export interface Caller {
  userId: number;
  sessionHash: string;
  /** Set while an administrator views the member's account. `sessionHash` then identifies the administrator's session. */
  isViewing?: boolean;
}
