/** What a failed call that orders at the printer leaves known. */
import { ApiError } from '#web/lib/api-error.ts';

/** Answers for certain that nothing was ordered. */
const nothingOrdered = ['printer_failed', 'printer_not_set_up', 'print_options_unknown'];

/** Whether it may have been ordered all the same: no answer came, or one that does not say. */
export function mayBeOrdered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const code = error.body?.code ?? '';
  return code === 'print_underway' || (error.status >= 500 && !nothingOrdered.includes(code));
}
