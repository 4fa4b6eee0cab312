import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { findPaymentOrder } from '#web/features/orders/order-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/** Redirects to the checkout page of a payment. Shown at `/` when the visitor returns from their bank's confirmation page. */
export function PaymentReturnPage() {
  useDocumentTitle(t`Checkout`);
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [attemptCount, setAttemptCount] = useState(0);
  const payment = query.get('payment_intent') ?? '';
  const status = query.get('redirect_status');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attemptCount` triggers a retry
  useEffect(() => {
    let isUnmounted = false;
    setError(null);
    findPaymentOrder(payment).then(
      (paymentOrder) => {
        if (isUnmounted) return;
        // If the payment does not belong to any of the member's orders, show the membership page.
        const target = paymentOrder
          ? paths.checkout(paymentOrder.type, paymentOrder.checkoutId, paymentOrder.orderId ?? undefined, status ?? undefined)
          : paths.account('membership');
        navigate(target, { replace: true });
      },
      (failure: unknown) => !isUnmounted && setError(failure),
    );
    return () => {
      isUnmounted = true;
    };
  }, [payment, status, attemptCount, navigate]);

  if (error) {
    return (
      <ErrorState
        heading="h1"
        title={t`We couldn’t check your payment`}
        message={`${errorText(error, t`Something went wrong.`)} ${t`Please don’t pay again until we’ve checked.`}`}
        onRetry={() => setAttemptCount(attemptCount + 1)}
        retryLabel={t`Try Again`}
      />
    );
  }
  return <Spinner label={t`Checking your payment…`} />;
}
