import type { ReactNode } from 'react';

/**
 * `unfinished`: the form needs more input. `redirecting`: the browser is navigating to the bank's page. `silent`: no response, so the
 * outcome is unknown.
 */
export type PayResult =
  | { status: 'succeeded' | 'processing' | 'unfinished' | 'redirecting' | 'silent' }
  | { status: 'refused'; message: string | undefined };

export interface CardFormProps {
  label: string;
  /** Client secret of a PaymentIntent, or of a SetupIntent (`seti_…`), which saves the card without charging it. */
  clientSecret: string;
  returnUrl: string;
  /** Starts a payment attempt. Ignored while another attempt is running. */
  onPay: (attempt: () => Promise<PayResult>) => void;
  children: ReactNode;
}
