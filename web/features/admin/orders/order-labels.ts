/** States of orders and their delivery in words. */
import type { AdminOrder } from '#schema/admin/orders.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const orderStatuses: Record<AdminOrder['status'], StateWord> = {
  open: { word: 'Unpaid', tone: 'yellow' },
  paid: { word: 'Paid', tone: 'green' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
  refunded: { word: 'Refunded', tone: 'grey' },
  disputed: { word: 'Disputed', tone: 'red' },
};

export function deliveryLabels({ kind, delivery }: Pick<AdminOrder, 'kind' | 'delivery'>): string {
  if (kind === 'membership') return '';
  if (delivery === null) return 'Not chosen';
  return delivery === 'ship' ? 'By post' : 'Prints them themselves';
}

/** What the member paid and did not get back, in cents. */
export function keptOf({ amount, refunded }: Pick<AdminOrder, 'amount' | 'refunded'>): number {
  return amount - refunded;
}
