/** States of orders and their delivery in words. */
import type { AdminOrder } from '#schema/admin/orders.ts';
import type { BadgeTone } from '#web/components/Badge.tsx';

export const orderStatuses: Record<AdminOrder['status'], { words: string; tone: BadgeTone }> = {
  open: { words: 'Unpaid', tone: 'yellow' },
  paid: { words: 'Paid', tone: 'green' },
  cancelled: { words: 'Cancelled', tone: 'grey' },
  refunded: { words: 'Refunded', tone: 'grey' },
  disputed: { words: 'Disputed', tone: 'red' },
};

export function deliveryWords({ kind, delivery }: Pick<AdminOrder, 'kind' | 'delivery'>): string {
  if (kind === 'membership') return '';
  if (delivery === null) return 'Not chosen';
  return delivery === 'ship' ? 'By post' : 'Prints them themselves';
}
