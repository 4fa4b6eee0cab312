import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import type { OrderRefund, RefundReason } from '#schema/orders/admin-refunds.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const orderStatuses: Record<AdminOrder['status'], StateWord> = {
  open: { word: 'Unpaid', tone: 'yellow' },
  paid: { word: 'Paid', tone: 'green' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
  refunded: { word: 'Refunded', tone: 'grey' },
  disputed: { word: 'Disputed', tone: 'red' },
};

export const refundReasonLabels: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by the member',
  duplicate: 'Duplicate payment',
  fraudulent: 'Fraud',
};

export const refundStates: Record<OrderRefund['state'], StateWord> = {
  asked: { word: 'No response yet', tone: 'yellow' },
  made: { word: 'Refunded', tone: 'green' },
  refused: { word: 'Declined', tone: 'red' },
};

export function deliveryLabels({ kind, delivery }: Pick<AdminOrder, 'kind' | 'delivery'>): string {
  if (kind === 'membership') return '';
  if (delivery === null) return 'Not chosen';
  return delivery === 'ship' ? 'By mail' : 'Self-printed';
}

/** Paid minus refunded, in cents. */
export function netPaid({ amount, refunded }: Pick<AdminOrder, 'amount' | 'refunded'>): number {
  return amount - refunded;
}
