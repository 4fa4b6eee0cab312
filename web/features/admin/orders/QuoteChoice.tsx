import type { PrintQuote } from '#schema/admin/printing.ts';
import { price } from '#web/features/admin/printing/print-labels.ts';
import { dateTime } from '#web/lib/format.ts';

interface QuoteChoiceProps {
  /** Cheapest first. */
  quotes: readonly PrintQuote[];
  chosen: string | undefined;
  onChoose: (quoteId: string) => void;
}

/** What each way of sending costs, printing included. */
export function QuoteChoice({ quotes, chosen, onChoose }: QuoteChoiceProps) {
  return (
    <fieldset className="quote-choice">
      <legend>What it costs, printing included</legend>
      {quotes.map(({ quoteId, service, price: cost, currency }) => (
        <label key={quoteId}>
          <input type="radio" name="quote" value={quoteId} checked={quoteId === chosen} onChange={() => onChoose(quoteId)} />
          <span>{service}</span>
          <strong>{price(cost, currency)}</strong>
        </label>
      ))}
      {quotes[0] && <p className="muted small">Valid until {dateTime(quotes[0].expiresAt)}</p>}
    </fieldset>
  );
}
