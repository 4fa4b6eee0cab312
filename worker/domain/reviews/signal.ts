export interface Signal {
  code: string;
  /** Text for administrators, with this case's names and figures. */
  sentence: string;
}

/** docs/product-rules.md explains them. */
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

export interface KnownSignal extends Signal {
  code: SignalCode;
}
