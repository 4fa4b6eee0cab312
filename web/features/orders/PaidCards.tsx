import '#web/features/orders/paid-cards.css';
import { Link } from 'wouter';
import type { Order } from '#schema/orders/order.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { printPath } from '#web/features/cards/print-path.ts';
import { replacedCardOf } from '#web/features/orders/replaced-card.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

/** Shows what a paid order brought: new cards to place, or the new code of a lost card. */
export function PaidCards({ order }: { order: Order }) {
  const replacedCard = replacedCardOf(order);
  const isReplaced = order.cards.every(({ status }) => status === 'disabled');
  return replacedCard !== null && isReplaced ? <ReplacedCard cardId={replacedCard} /> : <NewCards order={order} />;
}

function ReplacedCard({ cardId }: { cardId: string }) {
  return (
    <div className="stack paid-cards">
      <p>
        <span className="code">{cardId}</span> has a new code. Print the card and put it where the old one was.
      </p>
      <PrintLinks card={cardId} />
      <Link href={paths.cacheCard(cardId)} className="standalone-link">
        Open the card
      </Link>
    </div>
  );
}

function NewCards({ order }: { order: Order }) {
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
              {card.status && <CardStatusBadge status={card.status} />}
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
