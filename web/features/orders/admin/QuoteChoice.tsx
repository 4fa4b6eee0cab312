import '#web/features/orders/admin/orders.css';
import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import type { PrintQuote } from '#schema/printing/admin-printing.ts';
import { LossBadge } from '#web/features/orders/admin/LossBadge.tsx';
import { getNetPaid } from '#web/features/orders/admin/order-labels.ts';
import { formatCostParts, formatPrice } from '#web/features/printing/admin/print-labels.ts';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

interface QuoteChoiceProps {
  order: AdminOrder;
  isProduction: boolean;
  quotes: readonly PrintQuote[];
  chosenQuoteId: string | undefined;
  onChoose: (quoteId: string) => void;
}

/** For each shipping method, compares what the member paid with the total cost, which includes earlier prints. */
export function QuoteChoice({ order, isProduction, quotes, chosenQuoteId, onChoose }: QuoteChoiceProps) {
  const quote = quotes.find(({ quoteId }) => quoteId === chosenQuoteId);
  const spent = order.printCost ?? 0;
  // Moves the focus off the button that loaded the quotes, so that pressing Enter twice does not order.
  const intro = useFocusOnMount<HTMLParagraphElement>();
  return (
    <fieldset className="quote-choice">
      <legend>Total cost of printing and shipping</legend>
      <p className="small" ref={intro} tabIndex={-1}>
        {isProduction
          ? `The member paid ${formatDollars(getNetPaid(order) / 100)}.`
          : 'Sandbox orders are free. In production it would cost:'}
        {isProduction && spent > 0 && ` Printing has already cost ${formatDollars(spent / 100)}.`}
      </p>
      {quotes.map(({ quoteId, service, price: cost, currency }) => (
        <label key={quoteId}>
          <input type="radio" name="quote" value={quoteId} checked={quoteId === chosenQuoteId} onChange={() => onChoose(quoteId)} />
          <span>{service}</span>
          <span className="quote-cost">
            <strong>{formatPrice(cost, currency)}</strong> {isProduction && <LossBadge order={order} cost={spent + cost} />}
          </span>
        </label>
      ))}
      {quote && (
        <p className="muted small">
          {formatCostParts(quote)}. Valid until {dateTime(quote.expiresAt)}
        </p>
      )}
    </fieldset>
  );
}
