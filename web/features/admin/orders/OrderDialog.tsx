import { useState } from 'react';
import { OrderRecord } from '#web/features/admin/orders/OrderRecord.tsx';
import { useAdminOrder } from '#web/features/admin/orders/orders-api.ts';
import { SendToPrint } from '#web/features/admin/orders/SendToPrint.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';

/** Looking at an order, or about to send it to print. */
export type OrderStep = 'view' | 'print';

interface OrderDialogProps {
  id: number;
  firstStep: OrderStep;
  onClose: () => void;
}

/** All about an order, and sending its cards to print. */
export function OrderDialog({ id, firstStep, onClose }: OrderDialogProps) {
  const query = useAdminOrder(id);
  const order = query.data;
  const [step, setStep] = useState(firstStep);
  const isPrinting = step === 'print' && order?.isToPrint === true;
  // What is sent, or may be, is looked at from then on.
  if (step === 'print' && order && !isPrinting) setStep('view');
  return (
    <Dialog open onClose={onClose} title={isPrinting ? `Send order ${id} to print` : `Order ${id}`} size="large">
      <Loaded query={query} what="The order" lines={6}>
        {(order) =>
          isPrinting ? (
            <SendToPrint order={order} onDone={() => setStep('view')} onBack={() => setStep('view')} />
          ) : (
            <OrderRecord order={order} onPrint={() => setStep('print')} />
          )
        }
      </Loaded>
    </Dialog>
  );
}
