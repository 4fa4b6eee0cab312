/** What the two card forms, the provider's own and the local one, have in common. */
import type { ReactNode } from 'react';

/**
 * What became of one attempt to pay. unfinished: the form itself asks for something more. redirecting: the browser is on its
 * way to the bank's page. silent: no answer came, so that nobody here knows.
 */
export type PayResult =
  | { status: 'succeeded' | 'processing' | 'unfinished' | 'redirecting' | 'silent' }
  | { status: 'refused'; message: string | undefined };

export interface CardFormButton {
  label: string;
  pendingLabel: string;
  /** What one agrees to with it, beyond the payment itself. */
  terms: string | null;
}

export interface CardFormProps {
  clientSecret: string;
  /** Where a bank that asks for a redirect sends the browser back to. */
  returnUrl: string;
  button: CardFormButton;
  isBusy: boolean;
  /** Runs the attempt, unless one is running. */
  onPay: (attempt: () => Promise<PayResult>) => void;
  /** Stands right above the button: why the last attempt failed. */
  children: ReactNode;
}
