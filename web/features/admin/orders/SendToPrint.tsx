import { useState } from 'react';
import '#web/features/admin/orders/orders.css';
import type { AdminOrderPage } from '#schema/admin/orders.ts';
import type { PrintQuote } from '#schema/admin/printing.ts';
import { type CardSize, cardSizes, type PrintEnvironment } from '#schema/print.ts';
import { Alert } from '#web/components/Alert.tsx';
import { SubmitButton } from '#web/components/SubmitButton.tsx';
import { askPrintCosts, sendToPrint } from '#web/features/admin/orders/orders-api.ts';
import { QuoteChoice } from '#web/features/admin/orders/QuoteChoice.tsx';
import { CardSizeField, EnvironmentField } from '#web/features/admin/printing/PrintChoices.tsx';
import { mayBeOrdered } from '#web/features/admin/printing/print-outcome.ts';
import { environmentLabels, price } from '#web/features/admin/printing/print-words.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';
import { errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface SendToPrintProps {
  order: AdminOrderPage;
  onDone: () => void;
  onBack: () => void;
}

const fallback = 'Failed to submit request to the Cloudprinter API';

/** First what printing an order's cards costs, by way of sending them, then ordering it. */
export function SendToPrint({ order, onDone, onBack }: SendToPrintProps) {
  const mayProduce = useIsSuperAdmin();
  const [cardSize, setCardSize] = useState<CardSize>(cardSizes[0]);
  const [environment, setEnvironment] = useState<PrintEnvironment>(mayProduce ? 'production' : 'sandbox');
  const [quotes, setQuotes] = useState<PrintQuote[]>();
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isUnknown, setUnknown] = useState(false);
  const [isPending, setPending] = useState(false);
  const quote = quotes?.find(({ quoteId }) => quoteId === chosen);

  /** Costs are for what was asked: other choices ask anew. */
  function change(apply: () => void) {
    apply();
    setQuotes(undefined);
    setFailure(undefined);
  }

  async function submit() {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      if (!quote) {
        const answer = await askPrintCosts(order.id, { cardSize, environment });
        setQuotes(answer.quotes);
        setChosen(answer.quotes[0]?.quoteId);
      } else {
        await sendToPrint(order.id, { cardSize, environment, confirmedQuoteId: quote.quoteId });
        showToast({
          tone: 'success',
          title: 'Sent to print',
          description: `${plural(order.cards.length, 'card')} for ${order.member.email}, ${environmentLabels[environment]}`,
        });
        onDone();
        return;
      }
    } catch (error) {
      setFailure(errorText(error, fallback));
      setUnknown(quote !== undefined && mayBeOrdered(error));
    }
    setPending(false);
  }

  if (isUnknown) {
    return (
      <div className="stack">
        <Alert tone="error" title="We do not know whether this was ordered">
          {failure} Please look at the order: there it can be tried again under the same reference, and is printed once.
        </Alert>
        <div className="cluster">
          <button type="button" onClick={onBack}>
            Look at the order
          </button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="stack"
      aria-label="Send to print"
      data-sending={(isPending && quote !== undefined) || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>
        {plural(order.cards.length, 'card')} to {order.shippingAddress?.name}, {order.shippingAddress?.city},{' '}
        {order.shippingAddress?.country}
      </p>
      {failure !== undefined && (
        <Alert tone="error" title={quote ? 'The printing service did not take it' : 'The cost could not be shown'}>
          {failure}
        </Alert>
      )}
      <div className="print-choices">
        <CardSizeField data-autofocus value={cardSize} onChange={(event) => change(() => setCardSize(event.target.value as CardSize))} />
        <EnvironmentField
          mayProduce={mayProduce}
          hint="Sandbox prints nothing."
          value={environment}
          onChange={(event) => change(() => setEnvironment(event.target.value as PrintEnvironment))}
        />
      </div>
      {quotes && <QuoteChoice quotes={quotes} chosen={chosen} onChoose={setChosen} />}
      <div className="cluster">
        <SubmitButton pending={isPending} pendingLabel="Processing...">
          {quote ? `Order for ${price(quote.price, quote.currency)}` : 'Show the cost'}
        </SubmitButton>
        <button type="button" className="secondary" disabled={isPending && quote !== undefined} onClick={onBack}>
          Back
        </button>
      </div>
    </form>
  );
}
