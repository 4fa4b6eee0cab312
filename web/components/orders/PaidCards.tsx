import '#web/components/orders/paid-cards.css';
import type { Order } from '#schema/order.ts';
import { CardStatusBadge } from '#web/components/cards/CardStatusBadge.tsx';
import { PrinterIcon } from '#web/components/orders/order-icons.tsx';
import { printPath } from '#web/components/orders/print-path.ts';
import { plural } from '#web/lib/format.ts';

/** What a paid order of cards has brought: the cards, and how they come to the member. */
export function PaidCards({ order }: { order: Order }) {
  return (
    <div className="paid-cards">
      <dl className="paid-facts">
        <div>
          <dt>Status</dt>
          <dd>Processing</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{order.delivery === 'ship' ? 'Printed and sent to you' : 'You print them yourself'}</dd>
        </div>
      </dl>
      {order.cards.length > 0 && (
        <ul className="paid-list" aria-label={plural(order.cards.length, 'new card')}>
          {order.cards.map((card) => (
            <li key={card.id}>
              <span className="code">{card.cardId}</span>
              <CardStatusBadge status={card.status} />
            </li>
          ))}
        </ul>
      )}
      <a className="button secondary" href={printPath({ order: order.id })} download>
        <PrinterIcon />
        Print PDF
      </a>
    </div>
  );
}
