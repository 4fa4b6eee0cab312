import { ApiError } from '#web/lib/api-error.ts';

/** Errors that prove that nothing was ordered. */
const nothingOrdered = ['printer_failed', 'printer_not_set_up', 'print_options_unknown'];

/** True if there was no answer or an inconclusive one. */
export function mayBeOrdered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const code = error.body?.code ?? '';
  return code === 'print_underway' || (error.status >= 500 && !nothingOrdered.includes(code));
}
