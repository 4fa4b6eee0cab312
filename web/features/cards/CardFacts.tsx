import type { OwnCardPage } from '#schema/cards/card.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { date, number } from '#web/lib/format.ts';

export function CardFacts({ page: { card } }: { page: OwnCardPage }) {
  return (
    <section className="sheet" aria-labelledby="facts-title">
      <h2 id="facts-title" className="visually-hidden">
        Details
      </h2>
      <dl className="card-facts">
        <div>
          <dt>Total Scans</dt>
          <dd className="fact-figure">{number(card.totalScans)}</dd>
        </div>
        <div>
          <dt>Tokens</dt>
          <dd className="fact-figure">{number(card.tokensEarned)}</dd>
        </div>
        <div>
          <dt>Placed Date</dt>
          <dd>{card.placedDate ? calendarDay(card.placedDate) : 'Not yet'}</dd>
        </div>
        {card.shippedAt && (
          <div>
            <dt>Shipped</dt>
            <dd>{date(card.shippedAt)}</dd>
          </div>
        )}
        <div>
          <dt>Added</dt>
          <dd>{date(card.createdAt)}</dd>
        </div>
      </dl>
    </section>
  );
}
