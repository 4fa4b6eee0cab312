import { useEffect, useRef } from 'react';
import type { PaymentOutcome } from '#web/features/orders/order-api.ts';
import { PaymentProgress } from '#web/features/orders/payment/PaymentProgress.tsx';
import { usePayment } from '#web/features/orders/payment/use-payment.ts';

/** Waits for the server to confirm a payment that the bank has approved. */
export function PaymentArriving({ orderId, onOutcome }: { orderId: number | null; onOutcome: (outcome: PaymentOutcome) => void }) {
  const { state, check, awaitPayment } = usePayment(orderId, onOutcome);
  const hasBegun = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void awaitPayment();
  }, []);

  return (
    <div className="sheet">
      <PaymentProgress
        state={state.phase === 'form' ? { phase: 'waiting' } : state}
        onWait={() => void awaitPayment()}
        onCheck={() => void check()}
      />
    </div>
  );
}
