/** What the facts of a certificate's case suggest, for the person who decides it. */

export interface Signal {
  code: string;
  /** For administrators, with the names and figures of this case. */
  sentence: string;
}
