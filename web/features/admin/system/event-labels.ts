import type { WaitingEvent } from '#schema/admin/system.ts';
import { formatDollars } from '#web/lib/format.ts';

export const getObjectId = ({ objectId, id }: WaitingEvent) => objectId ?? id;

export function getEventAmount({ amount }: WaitingEvent): string {
  if (amount === null) return 'amount unknown';
  return amount.currency === 'usd'
    ? formatDollars(amount.cents / 100)
    : `${(amount.cents / 100).toFixed(2)} ${amount.currency.toUpperCase()}`;
}
