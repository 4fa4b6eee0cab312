import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import '#web/features/cards/cards.css';
import type { OwnCard } from '#schema/cards/card.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { describeLocation } from '#web/features/cards/own-cards.ts';
import { getShownStatus } from '#web/features/cards/shown-status.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export function CardTable({ cards, label }: { cards: OwnCard[]; label: string }) {
  return (
    <div className="card-table-box">
      <table className="framed-table card-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t`Card ID`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col">{t`Location`}</th>
            <th scope="col">{t`Placed Date`}</th>
            <th scope="col">{t`Total Scans`}</th>
            <th scope="col">{t`Tokens`}</th>
            <th scope="col">
              <span className="visually-hidden">{t`Action`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CardRow({ card }: { card: OwnCard }) {
  const action = card.status === 'ordered' ? t`Activate` : t`Details`;
  return (
    <tr className={card.status === 'ordered' ? 'is-ordered' : undefined}>
      <th scope="row" className="card-id">
        {card.cardId}
      </th>
      <td className="card-status">
        <CardStatusBadge status={getShownStatus(card)} />
      </td>
      <td className="card-location">
        <span className={card.location === null ? 'muted' : undefined}>{describeLocation(card)}</span>
      </td>
      <td className="card-placed" data-label={t`Placed`}>
        {card.placedDate ? calendarDay(card.placedDate) : <span className="muted">{t`Not yet`}</span>}
      </td>
      <td data-label={t`Scans`} className="figure">
        {number(card.totalScans)}
      </td>
      <td data-label={t`Tokens`} className="figure">
        {number(card.tokensEarned)}
      </td>
      <td className="card-action">
        <Link href={paths.cacheCard(card.cardId)} aria-label={`${action} ${card.cardId}`} className="button secondary">
          {action}
        </Link>
      </td>
    </tr>
  );
}
