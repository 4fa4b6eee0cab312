import { useState } from 'react';
import '#web/features/orders/admin/orders.css';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { PrintQuote } from '#schema/printing/admin-printing.ts';
import { type CardSize, cardSizes, type PrintEnvironment } from '#schema/printing/print.ts';
import { useAdmin, useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { LaterQuoteAlert } from '#web/features/orders/admin/LaterQuoteAlert.tsx';
import { reloadOrder, requestPrint, sendToPrint } from '#web/features/orders/admin/orders-api.ts';
import { QuoteChoice } from '#web/features/orders/admin/QuoteChoice.tsx';
import { CardSizeField, EnvironmentField } from '#web/features/printing/admin/PrintChoices.tsx';
import { environmentLabels, formatPrice } from '#web/features/printing/admin/print-labels.ts';
import { isOutcomeUnknown } from '#web/features/printing/admin/print-outcome.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form, type FormFailure } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface SendToPrintProps {
  order: AdminOrderPage;
  onCorrect: () => void;
  onDone: () => void;
  onBack: () => void;
}

export function SendToPrint({ order, onCorrect, onDone, onBack }: SendToPrintProps) {
  const canUseProduction = useIsSuperAdmin();
  const { email } = useAdmin().admin ?? {};
  const [cardSize, setCardSize] = useState<CardSize>(cardSizes[0]);
  const [environment, setEnvironment] = useState<PrintEnvironment>(canUseProduction ? 'production' : 'sandbox');
  const [quotes, setQuotes] = useState<PrintQuote[]>();
  const [chosenQuoteId, setChosenQuoteId] = useState<string>();
  const [hasChanged, setChanged] = useState(false);
  /** Error message if it is unknown whether the print order was placed. */
  const [unknownOutcomeText, setUnknownOutcomeText] = useState<string>();
  const address = order.shippingAddress;
  const laterQuotedBy = quotes && order.quotedBy !== email ? order.quotedBy : null;
  const quote = quotes?.find(({ quoteId }) => quoteId === chosenQuoteId);

  /** Changes the options and discards the quotes, which apply only to the previous options. */
  function changeOptions(applyChange: () => void) {
    applyChange();
    setQuotes(undefined);
    setChanged(true);
  }

  async function send() {
    setChanged(false);
    if (!quote) {
      const response = await requestPrint(order.id, { cardSize, environment });
      await reloadOrder(order.id);
      setQuotes(response.quotes);
      setChosenQuoteId(response.quotes[0]?.quoteId);
      return;
    }
    await sendToPrint(order.id, { cardSize, environment, confirmedQuoteId: quote.quoteId });
    showToast({
      tone: 'success',
      title: 'Sent to print',
      description: `${plural(order.cards.length, 'card')} for ${order.member.email}, ${environmentLabels[environment]}`,
    });
    onDone();
  }

  function toFormFailure(error: unknown): FormFailure {
    const text = errorText(error, 'Failed to submit request to the Cloudprinter API');
    if (quote && isOutcomeUnknown(error)) setUnknownOutcomeText(text);
    return { title: quote ? 'Couldn’t send the order to print' : 'Couldn’t load the cost', text };
  }

  if (unknownOutcomeText !== undefined) {
    return (
      <div className="stack">
        <Alert tone="error" title="We don’t know whether the order went through">
          {unknownOutcomeText} Open the order and try again there. The cards won’t be printed twice.
        </Alert>
        <div className="cluster">
          <button type="button" onClick={onBack}>
            Open the order
          </button>
        </div>
      </div>
    );
  }
  return (
    <Form label="Send to print" className="stack" send={send} failed={toFormFailure} hidesFailure={hasChanged}>
      {laterQuotedBy && <LaterQuoteAlert email={laterQuotedBy} />}
      <div className="cluster">
        <span>
          {plural(order.cards.length, 'card')} to{' '}
          {[address?.name, address?.city, address?.state, address?.country].filter(Boolean).join(', ')}
        </span>
        {order.canChangeAddress && (
          <button type="button" className="secondary button-small" onClick={onCorrect}>
            Correct address…
          </button>
        )}
      </div>
      <div className="print-choices">
        <CardSizeField
          data-autofocus
          value={cardSize}
          onChange={(event) => changeOptions(() => setCardSize(event.target.value as CardSize))}
        />
        <EnvironmentField
          canUseProduction={canUseProduction}
          hint="Sandbox orders are not printed."
          value={environment}
          onChange={(event) => changeOptions(() => setEnvironment(event.target.value as PrintEnvironment))}
        />
      </div>
      {quotes && (
        <QuoteChoice
          order={order}
          isProduction={environment === 'production'}
          quotes={quotes}
          chosenQuoteId={chosenQuoteId}
          onChoose={setChosenQuoteId}
        />
      )}
      <FormActions pendingLabel="Processing..." onCancel={onBack} cancelLabel="Back">
        {quote ? `Order for ${formatPrice(quote.price, quote.currency)}` : 'Get a quote'}
      </FormActions>
    </Form>
  );
}
