import { useState } from 'react';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { type PrintQuote, SendAgainForm } from '#schema/printing/admin-printing.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { LaterQuoteAlert } from '#web/features/orders/admin/LaterQuoteAlert.tsx';
import { describeClosing } from '#web/features/orders/admin/order-labels.ts';
import { sendAgain } from '#web/features/orders/admin/orders-api.ts';
import { QuoteChoice } from '#web/features/orders/admin/QuoteChoice.tsx';
import { ShippingAddressText } from '#web/features/orders/admin/ShippingAddressText.tsx';
import { formatPrice } from '#web/features/printing/admin/print-labels.ts';
import { isOutcomeUnknown } from '#web/features/printing/admin/print-outcome.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form, type FormFailure } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface SendAgainProps {
  order: AdminOrderPage;
  /** The shipped print order whose parcel was lost. */
  printOrderId: number;
  /** Form input that was entered before the administrator corrected the address. */
  draft: SendAgainDraft | undefined;
  onCorrect: (draft: SendAgainDraft) => void;
  onDone: () => void;
}

export interface SendAgainDraft {
  reason: string;
  newCodes: boolean;
}

/** Prints and ships the same cards again, after showing the cost. */
export function SendAgain({ order, printOrderId, draft, onCorrect, onDone }: SendAgainProps) {
  const [newCodes, setNewCodes] = useState(draft?.newCodes ?? false);
  const [quotes, setQuotes] = useState<PrintQuote[]>();
  const [chosenQuoteId, setChosenQuoteId] = useState<string>();
  /** Error message if it is unknown whether the print order was placed. */
  const [unknownOutcomeText, setUnknownOutcomeText] = useState<string>();

  const { email } = useAdmin().admin ?? {};
  const isClosed = order.resendablePrintId !== printOrderId;
  const isSent = order.prints.some(({ resendOfId, status }) => resendOfId === printOrderId && status !== 'draft' && status !== 'cancelled');
  const laterQuotedBy = quotes && order.quotedBy !== email ? order.quotedBy : null;

  const quote = quotes?.find(({ quoteId }) => quoteId === chosenQuoteId);

  async function send({ reason }: { reason: string }): Promise<void> {
    const request = { printOrderId, newCodes, reason };
    if (!quote) {
      const response = await sendAgain(order.id, request);
      setQuotes(response.quotes);
      setChosenQuoteId(response.quotes[0]?.quoteId);
      return;
    }
    await sendAgain(order.id, { ...request, confirmedQuoteId: quote.quoteId });
    showToast({
      tone: 'success',
      title: 'Sent to print again',
      description: `${plural(order.cards.length, 'card')} for ${order.member.email}`,
    });
    onDone();
  }

  function toFormFailure(error: unknown): FormFailure {
    const text = errorText(error, 'Failed to submit request to the Cloudprinter API');
    if (quote && isOutcomeUnknown(error)) setUnknownOutcomeText(text);
    return { title: quote ? 'Couldn’t send the cards again' : 'Couldn’t load the cost', text };
  }

  if (unknownOutcomeText !== undefined) {
    return (
      <div className="stack">
        <Alert tone="error" title="We don’t know whether the order went through">
          {unknownOutcomeText} Open the order and try again there. The cards won’t be printed twice.
        </Alert>
        <div className="cluster">
          <button type="button" onClick={onDone}>
            Open the order
          </button>
        </div>
      </div>
    );
  }
  return (
    <Form
      label="Send again"
      className="stack"
      schema={SendAgainForm}
      defaults={{ reason: draft?.reason ?? '' }}
      send={send}
      failed={toFormFailure}
    >
      {(form) => (
        <>
          {isClosed && (
            <Alert tone="warning" title="These cards can’t be sent again now">
              {isSent ? `${order.quotedBy ?? 'Someone else'} already sent them.` : describeClosing(order)} You can still copy what you
              typed.
            </Alert>
          )}
          {!isClosed && laterQuotedBy && <LaterQuoteAlert email={laterQuotedBy} />}
          <p>We’ll print {plural(order.cards.length, 'card')} again at our cost. The member gets an email now and when the cards ship.</p>
          {order.shippingAddress && (
            <ShippingAddressText
              address={order.shippingAddress}
              onCorrect={order.canChangeAddress ? () => onCorrect({ reason: form.getValues('reason'), newCodes }) : undefined}
            />
          )}
          <FormTextArea label="Reason" name="reason" rows={2} hint="For the audit log." data-autofocus />
          <Checkbox
            label="Give the cards new codes"
            hint="If the first package turns up, its cards won’t work."
            checked={newCodes}
            onChange={(event) => {
              setNewCodes(event.target.checked);
              setQuotes(undefined);
            }}
          />
          {quotes && <QuoteChoice order={order} isProduction quotes={quotes} chosenQuoteId={chosenQuoteId} onChoose={setChosenQuoteId} />}
          <FormActions pendingLabel="Processing..." onCancel={onDone} cancelLabel="Back" disabled={isClosed}>
            {quote ? `Send again for ${formatPrice(quote.price, quote.currency)}` : 'Get a quote'}
          </FormActions>
        </>
      )}
    </Form>
  );
}
