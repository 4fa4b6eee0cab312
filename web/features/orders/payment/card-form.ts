import type { ReactNode } from 'react';

/** unfinished: the form needs more input. redirecting: leaving for the bank's page. silent: no response, outcome unknown. */
export type PayResult =
  | { status: 'succeeded' | 'processing' | 'unfinished' | 'redirecting' | 'silent' }
  | { status: 'refused'; message: string | undefined };

export interface CardFormProps {
  label: string;
  /** Of a PaymentIntent, or of a SetupIntent (`seti_…`), which saves the card without a charge. */
  clientSecret: string;
  returnUrl: string;
  /** Ignored while an attempt is running. */
  onPay: (attempt: () => Promise<PayResult>) => void;
  children: ReactNode;
}
