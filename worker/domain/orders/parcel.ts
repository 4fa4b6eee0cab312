import type { ParcelStatus, PrintStatus } from '#schema/printing/print.ts';

/** Administrators resolve printer errors, so for the member, the cards are still being printed. */
export function parcelStatus(printStatus: PrintStatus | null): ParcelStatus {
  if (printStatus === null || printStatus === 'draft' || printStatus === 'cancelled') return 'waiting';
  return printStatus === 'shipped' ? 'shipped' : 'printing';
}
