import { useState } from 'react';
import type { TestCardApiRequest, TestCardApiResponse } from '#schema/printing/admin-printing.ts';
import { formatCostParts, formatPrice, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { isOutcomeUnknown } from '#web/features/printing/admin/print-outcome.ts';
import { placeTestOrder } from '#web/features/printing/test-card-api/test-card-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, type FormFailure } from '#web/ui/forms/Form.tsx';
import { FormCancel, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface ConfirmProductionProps {
  request: TestCardApiRequest;
  quote: TestCardApiResponse['quote'];
  onOrdered: (response: TestCardApiResponse) => void;
  onUnknown: () => void;
  onClose: () => void;
}

/** Asks the administrator to confirm before an order costs real money. Also used to retry a rejected sandbox draft. */
export function ConfirmProduction({ request, quote, onOrdered, onUnknown, onClose }: ConfirmProductionProps) {
  // True once an attempt may have placed the order. A later rejection does not reset this flag because it does not prove that the earlier
  // attempt failed.
  const [isUnknown, setUnknown] = useState(false);
  const cost = formatPrice(quote.price, quote.currency);
  const cards = plural(request.numCards, `${sizeNames[request.cardSize]} card`);
  const isProduction = request.environment === 'production';

  function toFormFailure(error: unknown): FormFailure {
    const isPossiblyPlaced = isUnknown || isOutcomeUnknown(error);
    if (isPossiblyPlaced) onUnknown();
    setUnknown(isPossiblyPlaced);
    showToast({ tone: 'error', title: 'Error', description: errorText(error, 'Failed to submit request. Please try again.') });
    const text = errorText(error, 'Failed to submit request to the Cloudprinter API');
    if (!isPossiblyPlaced) return { title: 'Couldn’t place the order', text };
    return {
      title: 'We don’t know whether the order was placed',
      text: `${text} It’s safe to try again here, but a new request would place a second order.`,
    };
  }

  return (
    <Dialog open onClose={onClose} title={isProduction ? 'Place a production order?' : 'Place a sandbox order?'} size="small">
      <Form
        label="Place the order"
        className="stack"
        send={async () => onOrdered(await placeTestOrder({ ...request, confirmedQuoteId: quote.quoteId }))}
        failed={toFormFailure}
      >
        {isProduction ? (
          <p>
            {cards} will be printed and shipped by {quote.service} for <strong>{cost}</strong> in total. {formatCostParts(quote)}.
          </p>
        ) : (
          <p>
            Sandbox order of {cards}: nothing is printed or charged. In production it would cost <strong>{cost}</strong>.
          </p>
        )}
        <div className="cluster">
          <FormSubmit pendingLabel="Processing...">{isUnknown ? 'Try again' : `Order for ${cost}`}</FormSubmit>
          <FormCancel data-autofocus onClick={onClose}>
            {isUnknown ? 'See recent test orders' : 'Cancel'}
          </FormCancel>
        </div>
      </Form>
    </Dialog>
  );
}
