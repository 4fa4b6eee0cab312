/** What the member has paid. */
import { PaymentHistory } from '#schema/membership.ts';
import { usePages } from '#web/lib/pages.ts';

/** GET /api/payments, newest first. */
export function usePayments() {
  const { pages, error, reload, reading } = usePages('/api/payments', PaymentHistory);
  return { payments: pages?.flatMap((page) => page.payments), error, reload, reading };
}

/** Leads to the card provider's receipt. */
export function receiptPath(paymentId: number): string {
  return `/api/payments/${paymentId}/receipt`;
}
