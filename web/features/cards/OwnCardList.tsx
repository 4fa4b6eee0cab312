import { plural, t } from '@lingui/core/macro';
import '#web/features/cards/own-cards.css';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OwnCard } from '#schema/cards/card.ts';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { describeLocation, getCardAction } from '#web/features/cards/own-cards.ts';
import { getShownStatus } from '#web/features/cards/shown-status.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { paths } from '#web/lib/paths.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

const cardsPerPage = 50;

/** Lists the member's cards. Each row shows the location first, then the card's number and statistics. */
export function OwnCardList({ cards }: { cards: OwnCard[] }) {
  const [limit, setLimit] = useState(cardsPerPage);
  const visibleCards = cards.slice(0, limit);
  const paging: Paging = {
    hasMore: cards.length > limit,
    loadMore: async () => setLimit(limit + cardsPerPage),
    isLoadingMore: false,
    moreError: null,
  };
  return (
    <GrowingList className="own-cards" label={t`Your Cache Cards`} count={visibleCards.length} paging={paging} moreFailed="">
      {visibleCards.map((card) => (
        <OwnCardRow key={card.id} card={card} />
      ))}
    </GrowingList>
  );
}

function OwnCardRow({ card }: { card: OwnCard }) {
  const { cardId, status, placedDate, shippedAt, totalScans, tokensEarned } = card;
  const action = getCardAction(card);
  return (
    <li tabIndex={-1}>
      <Link href={paths.cacheCard(cardId)} className={action ? 'own-card own-card-due' : 'own-card'}>
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
