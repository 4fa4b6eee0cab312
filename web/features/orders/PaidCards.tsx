import '#web/features/orders/paid-cards.css';
import type { Order } from '#schema/orders/order.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { printPath } from '#web/features/cards/print-path.ts';
import { plural } from '#web/lib/format.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

export function PaidCards({ order }: { order: Order }) {
  return (
    <div className="stack paid-cards">
      <FactList
        className="stack gap-1 paid-facts"
        facts={{ Status: 'Processing', Delivery: order.delivery === 'ship' ? 'Printed and sent to you' : 'You print them yourself' }}
      />
      {order.cards.length > 0 && (
        <ul className="plain-list paid-list" aria-label={plural(order.cards.length, 'new card')}>
          {order.cards.map((card) => (
            <li key={card.id}>
              <span className="code">{card.cardId}</span>
              <CardStatusBadge status={card.status} />
            </li>
          ))}
        </ul>
      )}
      <SessionFileLink className="button secondary" href={printPath({ order: order.id, paper: 'regional' })} download>
        <PrinterIcon />
        Print PDF
      </SessionFileLink>
    </div>
  );
}
