/** How a member is told of the printing of their cards. */
import type { ParcelStatus, PrintStatus } from '#schema/printing/print.ts';

/** Errors at the printer are the administrators' to solve: the member's cards are still being printed. */
export function parcelStatus(printStatus: PrintStatus | null): ParcelStatus {
  if (printStatus === null || printStatus === 'draft' || printStatus === 'cancelled') return 'waiting';
  return printStatus === 'shipped' ? 'shipped' : 'printing';
}
