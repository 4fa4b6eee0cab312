/** What the facts of a certificate's case suggest, for the person who decides it. */

export interface Signal {
  code: string;
  /** For administrators, with the names and figures of this case. */
  sentence: string;
}

/** Every signal that facts can give; docs/product-rules.md says in a sentence what each means. */
const signalCodes = [
  'one_owner',
  'shared_address',
  'made_together',
  'twins',
  'codeless',
  'pace',
  'distance',
  'mailbox',
  'money_back',
  'referral_chain',
] as const;
export type SignalCode = (typeof signalCodes)[number];

/** A signal of this product: a typed code, for those who make them. */
export interface KnownSignal extends Signal {
  code: SignalCode;
}
