import { PaymentHistory } from '#schema/memberships/membership.ts';
import { usePages } from '#web/lib/api/pages.ts';

export function usePayments() {
  return usePages('/api/payments', PaymentHistory);
}

export function receiptPath(paymentId: number): string {
  return `/api/payments/${paymentId}/receipt`;
}
