/** What the two card forms, the provider's own and the local one, have in common. */
import type { ReactNode } from 'react';

/**
 * What became of one attempt to pay, or to give a card. unfinished: the form itself asks for something more. redirecting: the browser is on its
 * way to the bank's page. silent: no answer came, so that nobody here knows.
 */
export type PayResult =
  | { status: 'succeeded' | 'processing' | 'unfinished' | 'redirecting' | 'silent' }
  | { status: 'refused'; message: string | undefined };

export interface CardFormProps {
  /** The form's name. */
  label: string;
  /** Of a payment; of a SetupIntent (`seti_…`) where a card is given for later, and nothing is charged. */
  clientSecret: string;
  /** Where a bank that asks for a redirect sends the browser back to. */
  returnUrl: string;
  /** Runs the attempt, unless one is running. */
  onPay: (attempt: () => Promise<PayResult>) => void;
  /** Its end: why the last attempt failed, and the button. */
  children: ReactNode;
}
