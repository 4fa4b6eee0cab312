import { useState } from 'react';
import { CorrectAddress } from '#web/features/orders/admin/CorrectAddress.tsx';
import { OrderRecord } from '#web/features/orders/admin/OrderRecord.tsx';
import { useAdminOrder } from '#web/features/orders/admin/orders-api.ts';
import { RefundPayment } from '#web/features/orders/admin/RefundPayment.tsx';
import { SendAgain, type SendAgainDraft } from '#web/features/orders/admin/SendAgain.tsx';
import { SendToPrint } from '#web/features/orders/admin/SendToPrint.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export type OrderStep = 'view' | 'print' | 'again' | 'address' | 'refund';

const titles: Record<OrderStep, (id: number) => string> = {
  view: (id) => `Order ${id}`,
  print: (id) => `Send order ${id} to print`,
  again: (id) => `Send order ${id} again`,
  address: (id) => `Delivery address for order ${id}`,
  refund: (id) => `Refund order ${id}`,
};

export function OrderDialog({ id, firstStep, onClose }: { id: number; firstStep: OrderStep; onClose: () => void }) {
  const query = useAdminOrder(id);
  const order = query.data;
  const [chosenStep, setStep] = useState(firstStep);
  const [previousStep, setPreviousStep] = useState<OrderStep>('view');
  const [paymentId, setPaymentId] = useState<number>();
  const [draft, setDraft] = useState<SendAgainDraft>();
  // Shows only the order's details once the chosen step (printing, resending or correcting the address) is no longer available, for example
  // because the order may already be at the printer.
  const isStepClosed =
    order !== undefined &&
    ((chosenStep === 'print' && !order.isToPrint) ||
      (chosenStep === 'again' && order.resendablePrintId === null) ||
      (chosenStep === 'address' && !order.canChangeAddress));
  const step = isStepClosed || order === undefined ? 'view' : chosenStep;
  if (isStepClosed) setStep('view');

  function correctAddress() {
    setPreviousStep(step);
    setStep('address');
  }

  function refund(id: number) {
    setPaymentId(id);
    setStep('refund');
  }

  return (
    <Dialog open onClose={onClose} title={titles[step](id)} size="large">
      <Loaded query={query} subject="The order" lines={6}>
        {(order) => {
          if (step === 'address') return <CorrectAddress order={order} onDone={() => setStep(previousStep)} />;
          if (step === 'print')
            return <SendToPrint order={order} onCorrect={correctAddress} onDone={() => setStep('view')} onBack={() => setStep('view')} />;
          if (step === 'again' && order.resendablePrintId !== null)
            return (
              <SendAgain
                order={order}
                printOrderId={order.resendablePrintId}
                draft={draft}
                onCorrect={(input) => {
                  setDraft(input);
                  correctAddress();
                }}
                onDone={() => setStep('view')}
              />
            );
          const payment = order.payments.find(({ id }) => id === paymentId);
          if (step === 'refund' && payment) return <RefundPayment order={order} payment={payment} onDone={() => setStep('view')} />;
          return <OrderRecord order={order} onPrint={setStep} onCorrect={correctAddress} onRefund={refund} />;
        }}
      </Loaded>
    </Dialog>
  );
}
