import { t } from '@lingui/core/macro';
import type { Order } from '#schema/orders/order.ts';
import { cancelOrder } from '#web/features/orders/order-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface UnpaidOrdersProps {
  orders: Order[];
  onPay: (order: Order) => void;
  /** Called when the order has been discarded or the server reports it as paid. */
  onClosed: (order: Order) => void;
  onRestart: () => void;
}

export function UnpaidOrders({ orders, onPay, onClosed, onRestart }: UnpaidOrdersProps) {
  return (
    <div className="stack">
      <Alert tone="info" title={t`You have an unpaid order`}>{t`Nothing has been charged yet. Pay the order now or discard it.`}</Alert>
      <ul className="stack gap-3 plain-list unpaid-list">
        {orders.map((order) => (
          <UnpaidOrder key={order.id} order={order} onPay={() => onPay(order)} onClosed={onClosed} />
        ))}
      </ul>
      <button type="button" className="ghost" onClick={onRestart}>{t`Start a new order`}</button>
    </div>
  );
}

function UnpaidOrder({ order, onPay, onClosed }: { order: Order; onPay: () => void; onClosed: (order: Order) => void }) {
  async function discard() {
    try {
      onClosed(await cancelOrder(order.id));
    } catch (error) {
      showToast({
        title: t`Order Failed`,
        description: errorText(error, t`An error occurred while processing your order.`),
        tone: 'error',
      });
    }
  }

  return (
    <li>
      <div className="unpaid-what">
        <strong>{storedText(order.description)}</strong>
        <strong>{formatDollars(order.amount / 100)}</strong>
      </div>
      <p className="muted small">{t`Ordered ${dateTime(order.createdAt)}. Pay by ${dateTime(order.expiresAt)}.`}</p>
      <div className="cluster">
        <button type="button" onClick={onPay}>{t`Pay now`}</button>
        <ActionButton className="secondary" action={discard} pendingLabel={t`Discarding…`}>{t`Discard`}</ActionButton>
      </div>
    </li>
  );
}
