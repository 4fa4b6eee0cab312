import { useState } from 'react';
import type { Order } from '#schema/order.ts';
import { Alert } from '#web/components/Alert.tsx';
import { cancelOrder } from '#web/components/orders/order-api.ts';
import { errorText } from '#web/lib/api.ts';
import { dateTime, dollarsFrom } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface UnpaidOrdersProps {
  orders: Order[];
  onPay: (order: Order) => void;
  /** It is open no longer: discarded, or paid after all. */
  onClosed: (order: Order) => void;
  onStartAnew: () => void;
}

/** Orders that wait for their payment: pay, discard, or leave them and begin another. */
export function UnpaidOrders({ orders, onPay, onClosed, onStartAnew }: UnpaidOrdersProps) {
  return (
    <div className="stack">
      <Alert tone="info" title="You have an unpaid order">
        Nothing was charged yet. You can pay it now, or discard it.
      </Alert>
      <ul className="unpaid-list">
        {orders.map((order) => (
          <UnpaidOrder key={order.id} order={order} onPay={() => onPay(order)} onClosed={onClosed} />
        ))}
      </ul>
      <button type="button" className="ghost" onClick={onStartAnew}>
        Start a new order
      </button>
    </div>
  );
}

function UnpaidOrder({ order, onPay, onClosed }: { order: Order; onPay: () => void; onClosed: (order: Order) => void }) {
  const [isDiscarding, setIsDiscarding] = useState(false);

  async function discard() {
    if (isDiscarding) return;
    setIsDiscarding(true);
    try {
      onClosed(await cancelOrder(order.id));
    } catch (error) {
      showToast({ title: 'Order Failed', description: errorText(error, 'An error occurred while processing your order.'), tone: 'error' });
      setIsDiscarding(false);
    }
  }

  return (
    <li>
      <div className="unpaid-what">
        <strong>{order.description}</strong>
        <strong>{dollarsFrom(order.amount / 100)}</strong>
      </div>
      <p className="muted small">
        Ordered {dateTime(order.createdAt)}. It can be paid until {dateTime(order.expiresAt)}.
      </p>
      <div className="cluster">
        <button type="button" onClick={onPay}>
          Pay now
        </button>
        <button
          type="button"
          className="secondary"
          aria-busy={isDiscarding || undefined}
          aria-disabled={isDiscarding || undefined}
          onClick={() => void discard()}
        >
          {isDiscarding ? 'Discarding…' : 'Discard'}
        </button>
      </div>
    </li>
  );
}
