import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import { OrderSummary } from '#web/features/orders/OrderSummary.tsx';
import { needsProof, openPayment, type PaymentOutcome } from '#web/features/orders/order-api.ts';
import { CardFormSkeleton } from '#web/features/orders/payment/CardFormSkeleton.tsx';
import { BalanceProof, OrderPayment } from '#web/features/orders/payment/OrderPayment.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

type State =
  | { phase: 'loading' }
  | { phase: 'proof' }
  | { phase: 'ready'; payment: PaymentIntentResponse }
  | { phase: 'failed'; message: string };

export function DialogPayment({ order, onOutcome }: { order: Order; onOutcome: (outcome: PaymentOutcome) => void }) {
  const [state, setState] = useState<State>({ phase: 'loading' });
  const [attemptCount, setAttemptCount] = useState(0);
  const { type, checkoutId } = order;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attemptCount` triggers a retry
  useEffect(() => {
    let isUnmounted = false;
    setState({ phase: 'loading' });
    openPayment(type, checkoutId).then(
      (payment) => !isUnmounted && setState({ phase: 'ready', payment }),
      (error: unknown) => {
        if (isUnmounted) return;
        if (needsProof(error)) return setState({ phase: 'proof' });
        const message = errorText(error, t`An error occurred while processing your order.`);
        setState({ phase: 'failed', message });
        showToast({ title: t`Order Failed`, description: message, tone: 'error' });
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [type, checkoutId, attemptCount]);

  if (state.phase === 'loading') return <CardFormSkeleton />;
  const retry = () => setAttemptCount(attemptCount + 1);
  if (state.phase === 'proof') return <BalanceProof.Component type={type} checkoutId={checkoutId} onProved={retry} />;
  if (state.phase === 'failed')
    return <ErrorState title={t`Order Failed`} message={state.message} onRetry={retry} retryLabel={t`Try Again`} />;
  return (
    <div className="stack gap-6 dialog-payment">
      <OrderSummary payment={state.payment} />
      <OrderPayment payment={state.payment} onOutcome={onOutcome} />
    </div>
  );
}
