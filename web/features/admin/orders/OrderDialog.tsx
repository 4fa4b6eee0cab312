import { useState } from 'react';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { OrderRecord } from '#web/features/admin/orders/OrderRecord.tsx';
import { useAdminOrder } from '#web/features/admin/orders/orders-api.ts';
import { SendToPrint } from '#web/features/admin/orders/SendToPrint.tsx';
import { errorText } from '#web/lib/api.ts';

/** Looking at an order, or about to send it to print. */
export type OrderStep = 'view' | 'print';

interface OrderDialogProps {
  id: number;
  firstStep: OrderStep;
  onClose: () => void;
}

/** All about an order, and sending its cards to print. */
export function OrderDialog({ id, firstStep, onClose }: OrderDialogProps) {
  const { data: order, error, mutate } = useAdminOrder(id);
  const [step, setStep] = useState(firstStep);
  const isPrinting = step === 'print' && order?.isToPrint === true;
  // What is sent, or may be, is looked at from then on.
  if (step === 'print' && order && !isPrinting) setStep('view');
  return (
    <Dialog open onClose={onClose} title={isPrinting ? `Send order ${id} to print` : `Order ${id}`} size="large">
      {order && isPrinting ? (
        <SendToPrint order={order} onDone={() => setStep('view')} onBack={() => setStep('view')} />
      ) : order ? (
        <OrderRecord order={order} onPrint={() => setStep('print')} />
      ) : error ? (
        <ErrorState title="The order could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading the order…</span>
          <Skeleton lines={6} />
        </div>
      )}
    </Dialog>
  );
}
