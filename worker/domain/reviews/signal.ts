export interface Signal {
  code: string;
  sentence: string;
}

/** Codes of review signals, explained in docs/product-rules.md. */
const signalCodes = [
  'one_owner',
  'shared_address',
  'made_together',
  'twins',
  'codeless',
  'pace',
  'distance',
  'mailbox',
  'left',
  'money_back',
  'gift',
  'combined',
  'referral_chain',
  'held',
  'refused_before',
] as const;
export type SignalCode = (typeof signalCodes)[number];

export interface KnownSignal extends Signal {
  code: SignalCode;
}
