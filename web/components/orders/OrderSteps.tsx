import '#web/components/orders/order-dialogs.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Order } from '#schema/order.ts';
import { Alert } from '#web/components/Alert.tsx';
import { type CheckoutType, type Outcome, refreshAfterPayment, useOpenOrders } from '#web/components/orders/order-api.ts';
import { UnpaidOrders } from '#web/components/orders/UnpaidOrders.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';

const DialogPayment = lazy(() => import('#web/components/orders/DialogPayment.tsx').then((file) => ({ default: file.DialogPayment })));

type Step = { name: 'begin' } | { name: 'new' } | { name: 'pay'; order: Order } | { name: 'closed'; order: Order };

interface OrderStepsProps {
  type: CheckoutType;
  /** The form of a new order. */
  children: ReactNode;
  paid: (order: Order) => ReactNode;
}

/** The steps of an order dialog: an unpaid order first, its payment, what came of it; without one the form of a new order. */
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
      return (
        <Suspense fallback={<DialogSkeleton label="Loading the payment form…" />}>
          <DialogPayment order={step.order} onOutcome={end} />
        </Suspense>
      );
    case 'new':
      return children;
    case 'begin':
      // What was known before may be paid by now.
      if (isValidating) return <DialogSkeleton label="Looking for unpaid orders…" />;
      // Where that cannot be found out, checkout itself goes on with an unpaid order.
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

function DialogSkeleton({ label }: { label: string }) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      <Skeleton height="3rem" />
      <Skeleton height="7rem" />
    </div>
  );
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
