import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/orders/paid-cards.css';
import { Link } from 'wouter';
import type { Order } from '#schema/orders/order.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { printPath } from '#web/features/cards/print-path.ts';
import { replacedCardOf } from '#web/features/orders/replaced-card.ts';
import { number } from '#web/lib/format.ts';
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
        <Trans>
          <span className="code">{cardId}</span> has a new code. Print the card and put it where the old one was.
        </Trans>
      </p>
      <PrintLinks card={cardId} />
      <Link href={paths.cacheCard(cardId)} className="standalone-link">
        {t`Open the card`}
      </Link>
    </div>
  );
}

function NewCards({ order }: { order: Order }) {
  const [status, delivery] = [t`Status`, t`Delivery`];
  const count = number(order.cards.length);
  const newCards = t`${plural(order.cards.length, { one: `${count} new card`, other: `${count} new cards` })}`;
  return (
    <div className="stack paid-cards">
      <FactList
        className="stack gap-1 paid-facts"
        facts={{
          [status]: t`Processing`,
          [delivery]: order.delivery === 'ship' ? t`Printed and sent to you` : t`You print them yourself`,
        }}
      />
      {order.cards.length > 0 && (
        <ul className="plain-list paid-list" aria-label={newCards}>
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
        {t`Print PDF`}
      </SessionFileLink>
    </div>
  );
}
