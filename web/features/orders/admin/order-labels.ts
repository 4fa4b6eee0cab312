import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { OrderRefund, RefundReason } from '#schema/orders/admin-refunds.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const orderStatuses: Record<AdminOrder['status'], StateLabel> = {
  open: { label: 'Unpaid', tone: 'yellow' },
  paid: { label: 'Paid', tone: 'green' },
  cancelled: { label: 'Canceled', tone: 'grey' },
  refunded: { label: 'Refunded', tone: 'grey' },
  disputed: { label: 'Disputed', tone: 'red' },
};

export const refundReasonLabels: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by the member',
  duplicate: 'Duplicate payment',
  fraudulent: 'Fraud',
};

export const refundStates: Record<OrderRefund['state'], StateLabel> = {
  asked: { label: 'No response yet', tone: 'yellow' },
  made: { label: 'Refunded', tone: 'green' },
  refused: { label: 'Declined', tone: 'red' },
  failed: { label: 'Failed', tone: 'red' },
};

export function getDeliveryLabel({ kind, delivery }: Pick<AdminOrder, 'kind' | 'delivery'>): string {
  if (kind === 'membership') return '';
  if (delivery === null) return 'Not chosen';
  return delivery === 'ship' ? 'By mail' : 'Self-printed';
}

/** Returns the paid amount minus refunds, in cents. */
export function getNetPaid({ amount, refunded }: Pick<AdminOrder, 'amount' | 'refunded'>): number {
  return amount - refunded;
}

/** Explains why the open order's cards can't be printed anymore, naming the administrator who refunded the order. */
export function describeClosing({ status, refunds }: Pick<AdminOrderPage, 'status' | 'refunds'>): string {
  const [latestRefund] = refunds;
  return status === 'refunded' && latestRefund ? `${latestRefund.askedBy} refunded the order.` : 'The order has changed.';
}
