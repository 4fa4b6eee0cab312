import type { ParcelStatus, PrintStatus } from '#schema/printing/print.ts';

/** Returns the parcel status shown to the member. Printer errors are shown as `printing` because administrators resolve them. */
export function parcelStatus(printStatus: PrintStatus | null): ParcelStatus {
  if (printStatus === null || printStatus === 'draft' || printStatus === 'cancelled') return 'waiting';
  return printStatus === 'shipped' ? 'shipped' : 'printing';
}
