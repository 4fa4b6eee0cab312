import { ApiError } from '#web/lib/api-error.ts';

/** Error codes that prove that no order was placed. */
const notOrderedCodes = ['printer_failed', 'printer_not_set_up', 'print_options_unknown'];

/** Returns whether an order may have been placed although its response was missing or inconclusive. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const code = error.body?.code ?? '';
  return code === 'print_in_progress' || (error.status >= 500 && !notOrderedCodes.includes(code));
}
