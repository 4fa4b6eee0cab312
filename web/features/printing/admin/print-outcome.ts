import { ApiError } from '#web/lib/api-error.ts';

/** Errors that prove that nothing was ordered. */
const notOrderedCodes = ['printer_failed', 'printer_not_set_up', 'print_options_unknown'];

/** True if there was no answer or an inconclusive one. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const code = error.body?.code ?? '';
  return code === 'print_underway' || (error.status >= 500 && !notOrderedCodes.includes(code));
}
