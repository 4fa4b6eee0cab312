import { t } from '@lingui/core/macro';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { finderHiddenSeconds, secondsPerHour } from '#schema/rules.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date, number } from '#web/lib/format.ts';

/** Shows the card's number and dates and, once it is placed, its figures. */
export function CardFacts({ page: { card, finds } }: { page: OwnCardPage }) {
  return (
    <>
      <p className="cluster card-dates muted small">
        <span className="code">{card.cardId}</span>
        {card.shippedAt && <span>{t`Shipped ${date(card.shippedAt)}`}</span>}
        <span>{card.placedDate ? t`Placed ${calendarDay(card.placedDate)}` : t`Added ${date(card.createdAt)}`}</span>
      </p>
      {card.status !== 'ordered' && (
        <dl className="card-facts">
          <div>
            <dt>{t`Finds`}</dt>
            <dd className="fact-figure">{number(card.totalScans)}</dd>
          </div>
          <div>
            <dt>{t`Tokens`}</dt>
            <dd className="fact-figure">{number(card.tokensEarned)}</dd>
          </div>
          <div>
            <dt>{t`Last find`}</dt>
            <dd>{formatLastFind(finds)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

function formatLastFind([lastFind]: OwnCardPage['finds']): string {
  if (!lastFind) return t`None yet`;
  return lastFind.scanDate ? calendarDay(lastFind.scanDate) : t`In the last ${finderHiddenSeconds / secondsPerHour} hours`;
}
