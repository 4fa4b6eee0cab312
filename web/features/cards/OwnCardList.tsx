import { plural, t } from '@lingui/core/macro';
import '#web/features/cards/own-cards.css';
import { Link } from 'wouter';
import type { OwnCard } from '#schema/cards/card.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { describeLocation, getCardAction } from '#web/features/cards/own-cards.ts';
import { getShownStatus } from '#web/features/cards/shown-status.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** Lists the member's cards. Each row shows the location first, then the card's number and statistics. */
export function OwnCardList({ cards }: { cards: OwnCard[] }) {
  return (
    <ul className="plain-list own-cards" aria-label={t`Your Cache Cards`}>
      {cards.map((card) => (
        <OwnCardRow key={card.id} card={card} />
      ))}
    </ul>
  );
}

function OwnCardRow({ card }: { card: OwnCard }) {
  const { cardId, status, placedDate, shippedAt, totalScans, tokensEarned } = card;
  const action = getCardAction(card);
  return (
    <li>
      <Link href={paths.cacheCard(cardId)} className="own-card">
        <strong>{describeLocation(card)}</strong>
        {action ? (
          <span className="own-card-action">{action}</span>
        ) : (
          <span className={tokensEarned > 0 ? 'own-card-figures' : 'own-card-figures muted'}>
            <strong>{plural(tokensEarned, { one: '# token', other: '# tokens' })}</strong>{' '}
            {placedDate && <span className="muted small">{plural(totalScans, { one: '# scan', other: '# scans' })}</span>}
          </span>
        )}
        <span className="own-card-facts muted small">
          <span className="code">{cardId}</span>
          {shippedAt && <span>{t`Shipped ${date(shippedAt)}`}</span>}
          {status !== 'active' && <CardStatusBadge status={getShownStatus(card)} />}
          {placedDate && <span>{t`Placed ${calendarDay(placedDate)}`}</span>}
          {action && totalScans > 0 && <span>{plural(totalScans, { one: '# scan', other: '# scans' })}</span>}
          {action && tokensEarned > 0 && <span>{plural(tokensEarned, { one: '# token', other: '# tokens' })}</span>}
        </span>
        <span className="own-card-arrow" aria-hidden="true" />
      </Link>
    </li>
  );
}
