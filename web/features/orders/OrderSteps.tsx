import { t } from '@lingui/core/macro';
import '#web/features/orders/order-dialogs.css';
import { type ReactNode, useState } from 'react';
import type { Order } from '#schema/orders/order.ts';
import { type CheckoutType, type PaymentOutcome, refreshAfterPayment, useOpenOrders } from '#web/features/orders/order-api.ts';
import { UnpaidOrders } from '#web/features/orders/UnpaidOrders.tsx';
import { page } from '#web/lib/react/page.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

const skeletonBlocks = ['3rem', '7rem'] as const;

const DialogPayment = page(
  () => import('#web/features/orders/dialog-forms.ts').then((file) => file.DialogPayment),
  <LoadingPayment />,
).Component;

function LoadingPayment() {
  return <Loading label={t`Loading the payment form…`} blocks={skeletonBlocks} />;
}

type Step = { name: 'begin' } | { name: 'new' } | { name: 'pay'; order: Order } | { name: 'closed'; order: Order };

interface OrderStepsProps {
  type: CheckoutType;
  children: ReactNode;
  renderPaid: (order: Order) => ReactNode;
}

/** Offers unpaid orders first. If there are none, shows `children`, which is the form for a new order. */
export function OrderSteps({ type, children, renderPaid }: OrderStepsProps) {
  const { data, isValidating, mutate } = useOpenOrders();
  const [step, setStep] = useState<Step>({ name: 'begin' });
  const orders = data?.filter((order) => order.type === type) ?? [];

  function closeOrder(order: Order) {
    void mutate((openOrders) => openOrders?.filter(({ id }) => id !== order.id), { revalidate: false });
    if (order.status === 'cancelled') return;
    void refreshAfterPayment();
    setStep({ name: 'closed', order });
  }

  function handleOutcome(outcome: PaymentOutcome) {
    if (outcome.kind === 'order') setStep({ name: 'closed', order: outcome.order });
  }

  switch (step.name) {
    case 'closed':
      return step.order.status === 'paid' ? renderPaid(step.order) : <NotPaid order={step.order} />;
    case 'pay':
      return <DialogPayment order={step.order} onOutcome={handleOutcome} />;
    case 'new':
      return children;
    case 'begin':
      // Wait for the reload because orders that are unpaid in the cache may already have been paid.
      if (isValidating) return <Loading label={t`Checking for unpaid orders…`} blocks={skeletonBlocks} />;
      // The list is also empty if the request failed. A new order is then safe because the checkout page itself finds any unpaid order.
      if (orders.length === 0) return children;
      return (
        <UnpaidOrders
          orders={orders}
          onPay={(order) => setStep({ name: 'pay', order })}
          onClosed={closeOrder}
          onRestart={() => setStep({ name: 'new' })}
        />
      );
  }
}

function NotPaid({ order }: { order: Order }) {
  return (
    <Alert tone="info" title={order.status === 'cancelled' ? t`This order was canceled` : t`This order was refunded or is in dispute`}>
      {order.status === 'cancelled'
        ? t`Your payment didn’t arrive before the deadline. If your card was charged, you’ll get a refund.`
        : t`See the payments on your account page.`}
    </Alert>
  );
}
