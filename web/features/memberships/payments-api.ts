/** What the member has paid. */
import { PaymentHistory } from '#schema/memberships/membership.ts';
import { usePages } from '#web/lib/api/pages.ts';

/** GET /api/payments, newest first. */
export function usePayments() {
  return usePages('/api/payments', PaymentHistory);
}

/** Leads to the card provider's receipt. */
export function receiptPath(paymentId: number): string {
  return `/api/payments/${paymentId}/receipt`;
}
