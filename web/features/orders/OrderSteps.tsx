import '#web/features/orders/order-dialogs.css';
import { type ReactNode, useState } from 'react';
import type { Order } from '#schema/orders/order.ts';
import { type CheckoutType, type Outcome, refreshAfterPayment, useOpenOrders } from '#web/features/orders/order-api.ts';
import { UnpaidOrders } from '#web/features/orders/UnpaidOrders.tsx';
import { page } from '#web/lib/react/page.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

const dialogBlocks = ['3rem', '7rem'] as const;

const DialogPayment = page(
  () => import('#web/features/orders/in-dialogs.ts').then((file) => file.DialogPayment),
  <Loading label="Loading the payment form…" blocks={dialogBlocks} />,
).Component;

type Step = { name: 'begin' } | { name: 'new' } | { name: 'pay'; order: Order } | { name: 'closed'; order: Order };

interface OrderStepsProps {
  type: CheckoutType;
  children: ReactNode;
  paid: (order: Order) => ReactNode;
}

/** An unpaid order comes first; without one, the form of a new order. */
export function OrderSteps({ type, children, paid }: OrderStepsProps) {
  const { data, isValidating, mutate } = useOpenOrders();
  const [step, setStep] = useState<Step>({ name: 'begin' });
  const orders = data?.filter((order) => order.type === type) ?? [];

  function close(order: Order) {
    void mutate((known) => known?.filter(({ id }) => id !== order.id), { revalidate: false });
    if (order.status === 'cancelled') return;
    void refreshAfterPayment();
    setStep({ name: 'closed', order });
  }

  function end(outcome: Outcome) {
    if (outcome.kind === 'order') setStep({ name: 'closed', order: outcome.order });
  }

  switch (step.name) {
    case 'closed':
      return step.order.status === 'paid' ? paid(step.order) : <NotPaid order={step.order} />;
    case 'pay':
      return <DialogPayment order={step.order} onOutcome={end} />;
    case 'new':
      return children;
    case 'begin':
      // Cached orders may have been paid since.
      if (isValidating) return <Loading label="Looking for unpaid orders…" blocks={dialogBlocks} />;
      // If the check fails, checkout itself finds the unpaid order.
      if (orders.length === 0) return children;
      return (
        <UnpaidOrders
          orders={orders}
          onPay={(order) => setStep({ name: 'pay', order })}
          onClosed={close}
          onStartAnew={() => setStep({ name: 'new' })}
        />
      );
  }
}

function NotPaid({ order }: { order: Order }) {
  return (
    <Alert tone="info" title={order.status === 'cancelled' ? 'This order has lapsed' : 'This order was paid back or is in dispute'}>
      {order.status === 'cancelled'
        ? 'It was cancelled before the payment arrived. If your card was charged, the money comes back to it.'
        : 'Your payments on the account page say more.'}
    </Alert>
  );
}
