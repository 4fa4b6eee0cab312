import { useState } from 'react';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { useViewers } from '#web/features/admin/viewers/use-viewers.ts';
import { Viewers } from '#web/features/admin/viewers/Viewers.tsx';
import { CorrectAddress } from '#web/features/orders/admin/CorrectAddress.tsx';
import { OrderRecord } from '#web/features/orders/admin/OrderRecord.tsx';
import { describeClosing } from '#web/features/orders/admin/order-labels.ts';
import { reloadOrder, useAdminOrder } from '#web/features/orders/admin/orders-api.ts';
import { RefundPayment } from '#web/features/orders/admin/RefundPayment.tsx';
import { SendAgain, type SendAgainDraft } from '#web/features/orders/admin/SendAgain.tsx';
import { SendToPrint } from '#web/features/orders/admin/SendToPrint.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
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
  const [resendPrintId, setResendPrintId] = useState<number>();
  const [hasClosedPrint, setClosedPrint] = useState(false);
  const { email } = useAdmin().admin ?? {};
  // Shows only the order's details once it can no longer be sent to print. Steps with a text stay open, so that the text is not lost.
  const isStepClosed = order !== undefined && chosenStep === 'print' && !order.isToPrint;
  const step = isStepClosed || order === undefined ? 'view' : chosenStep;
  if (isStepClosed) {
    setStep('view');
    setClosedPrint(true);
  }
  const viewers = useViewers({
    kind: 'order',
    id,
    version: order?.revision,
    isActing: () => step !== 'view',
    reload: () => reloadOrder(id),
  });

  function print(nextStep: 'print' | 'again') {
    setResendPrintId(order?.resendablePrintId ?? undefined);
    setStep(nextStep);
  }

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
      <div className="stack gap-3">
        <Viewers kind="order" viewers={viewers} />
        <Loaded query={query} subject="The order" lines={6}>
          {(order) => {
            if (step === 'address') return <CorrectAddress order={order} onDone={() => setStep(previousStep)} />;
            if (step === 'print')
              return <SendToPrint order={order} onCorrect={correctAddress} onDone={() => setStep('view')} onBack={() => setStep('view')} />;
            if (step === 'again' && resendPrintId !== undefined)
              return (
                <SendAgain
                  order={order}
                  printOrderId={resendPrintId}
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
            return (
              <>
                {hasClosedPrint && <PrintClosedAlert order={order} ownEmail={email} />}
                <OrderRecord order={order} onPrint={print} onCorrect={correctAddress} onRefund={refund} />
              </>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** Says why the form for sending the order to print has closed, unless this administrator sent it. */
function PrintClosedAlert({ order, ownEmail }: { order: AdminOrderPage; ownEmail: string | undefined }) {
  const isSent = order.prints.some(
    ({ environment, status }) => environment === 'production' && status !== 'draft' && status !== 'cancelled',
  );
  if (isSent && order.quotedBy === ownEmail) return null;
  return (
    <Alert tone="warning" title="This order can’t be sent to print now">
      {isSent ? `${order.quotedBy ?? 'Someone else'} already sent it.` : describeClosing(order)}
    </Alert>
  );
}
