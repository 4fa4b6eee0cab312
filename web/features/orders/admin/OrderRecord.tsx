import { Link } from 'wouter';
import '#web/features/orders/admin/orders.css';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { cardUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { OrderPayments } from '#web/features/orders/admin/OrderPayments.tsx';
import { OrderPrints } from '#web/features/orders/admin/OrderPrints.tsx';
import { getDeliveryLabel, orderStatuses } from '#web/features/orders/admin/order-labels.ts';
import { ShippingAddressText } from '#web/features/orders/admin/ShippingAddressText.tsx';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface OrderRecordProps {
  order: AdminOrderPage;
  onPrint: (step: 'print' | 'again') => void;
  onCorrect: () => void;
  onRefund: (paymentId: number) => void;
}

export function OrderRecord({ order, onPrint, onCorrect, onRefund }: OrderRecordProps) {
  const { label, tone } = orderStatuses[order.status];
  return (
    <div className="stack">
      <AdminFacts
        facts={{
          Member: <MemberLink member={order.member} />,
          What: order.description,
          Amount: formatDollars(order.amount / 100),
          Credit: order.credit > 0 ? `${formatDollars(order.credit / 100)} for the unused part of a Basic year, already deducted` : '',
          Refunded: order.refunded > 0 ? formatDollars(order.refunded / 100) : '',
          Status: <Badge tone={tone}>{label}</Badge>,
          Ordered: dateTime(order.createdAt),
          Paid: order.paidAt && dateTime(order.paidAt),
          Delivery: getDeliveryLabel(order),
          'Ship to': order.shippingAddress && (
            <ShippingAddressText address={order.shippingAddress} onCorrect={order.canChangeAddress ? onCorrect : undefined} />
          ),
          Phone: order.shippingAddress?.phone,
        }}
      />
      {order.payments.length > 0 && <OrderPayments order={order} onRefund={onRefund} />}
      {order.cards.length > 0 && (
        <section>
          <h3>Cards</h3>
          <ul className="plain-list order-cards">
            {order.cards.map(({ id, cardId }) => (
              <li key={id}>
                <Link className="code" href={cardUrl(cardId)}>
                  {cardId}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {order.kind === 'cache_cards' && <OrderPrints order={order} onPrint={onPrint} />}
    </div>
  );
}
