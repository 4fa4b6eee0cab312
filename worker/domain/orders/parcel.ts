import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import type { ParcelStatus, PrintStatus } from '#schema/printing/print.ts';

/** Returns the parcel status shown to the member. Printer errors are shown as `printing` because administrators resolve them. */
export function parcelStatus(printStatus: PrintStatus | null): ParcelStatus {
  if (printStatus === null || printStatus === 'draft' || printStatus === 'cancelled') return 'waiting';
  return printStatus === 'shipped' ? 'shipped' : 'printing';
}

/** Returns the address on one line. */
export function describeAddress({ name, line1, line2, city, state, zip, country }: ShippingAddress): string {
  return [name, line1, line2, city, state, zip, country].filter(Boolean).join(', ');
}
