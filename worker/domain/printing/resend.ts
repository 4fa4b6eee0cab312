/** Decides whether a print order can be resent after a parcel was lost. Product rules: Claims, printing, email and messages. */
import type { PrintEnvironment, PrintStatus } from '#schema/printing/print.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface SentPrint {
  id: number;
  environment: PrintEnvironment;
  status: PrintStatus;
  resendOfId: number | null;
  /** True if the order was submitted to the printer and its outcome is unknown. */
  isUnanswered: boolean;
}

export type ResendRefusal = 'print_order_not_found' | 'print_not_shipped' | 'print_awaiting_response' | 'already_printing';

/** Returns the print order to resend. A shipped print order can be resent only once; after that, resend its replacement. */
export function decideResend<Print extends SentPrint>(prints: readonly Print[], printOrderId: number): Result<Print, ResendRefusal> {
  const print = prints.find(({ id }) => id === printOrderId);
  if (!print) return err('print_order_not_found');
  if (print.environment !== 'production' || print.status !== 'shipped') return err('print_not_shipped');
  const successor = findResend(prints, printOrderId);
  if (successor?.isUnanswered) return err('print_awaiting_response');
  return successor && successor.status !== 'draft' ? err('already_printing') : ok(print);
}

export function findResend<Print extends SentPrint>(prints: readonly Print[], printOrderId: number): Print | undefined {
  return prints.find(({ resendOfId, status }) => resendOfId === printOrderId && status !== 'cancelled');
}

/** Whether a production print order has been, or may have been, placed but not shipped yet. */
export function isBeingPrinted({ environment, status, isUnanswered }: SentPrint): boolean {
  return environment === 'production' && status !== 'cancelled' && status !== 'shipped' && (status !== 'draft' || isUnanswered);
}
