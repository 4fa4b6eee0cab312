import { useState } from 'react';
import type { TestCardApiRequest, TestCardApiResponse } from '#schema/admin/printing.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { mayBeOrdered } from '#web/features/admin/printing/print-outcome.ts';
import { price, sizeNames } from '#web/features/admin/printing/print-words.ts';
import { placeTestOrder } from '#web/features/admin/test-card-api/test-card-api.ts';
import { errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface ConfirmProductionProps {
  request: TestCardApiRequest;
  quote: TestCardApiResponse['quote'];
  onOrdered: (answer: TestCardApiResponse) => void;
  /** It may be ordered or not. */
  onUnknown: () => void;
  onClose: () => void;
}

/** The last step before real cards and real costs. A draft of the sandbox that was refused is placed again here too. */
export function ConfirmProduction({ request, quote, onOrdered, onUnknown, onClose }: ConfirmProductionProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<{ text: string; isUnknown: boolean }>();
  const cost = price(quote.price, quote.currency);
  const cards = plural(request.numCards, `${sizeNames[request.cardSize]} card`);
  const isReal = request.environment === 'production';
  // Once it may be ordered it stays so: a later failure of another kind does not take that back.
  const isUnknown = failure?.isUnknown === true;

  async function order() {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      onOrdered(await placeTestOrder({ ...request, confirmedQuoteId: quote.quoteId }));
    } catch (error) {
      const isNowUnknown = isUnknown || mayBeOrdered(error);
      if (isNowUnknown) onUnknown();
      setFailure({ text: errorText(error, 'Failed to submit request to the Cloudprinter API'), isUnknown: isNowUnknown });
      showToast({ tone: 'error', title: 'Error', description: errorText(error, 'Failed to submit request. Please try again.') });
      setPending(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={isReal ? 'Place a production order?' : 'Place a sandbox order?'} size="small">
      <div className="stack" data-sending={isPending || undefined}>
        {isReal ? (
          <p>
            {cards} will be printed and sent, by {quote.service}. This costs <strong>{cost}</strong>.
          </p>
        ) : (
          <p>
            {cards} in the sandbox: nothing is printed, and nothing is charged. In production this would cost <strong>{cost}</strong>.
          </p>
        )}
        {failure !== undefined && (
          <Alert tone="error" title={isUnknown ? 'We do not know whether the order was placed' : 'The order was not placed'}>
            {failure.text}
            {isUnknown && ' Trying again here orders nothing twice; a new request would be an order of its own.'}
          </Alert>
        )}
        <div className="cluster">
          <button type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void order()}>
            {isPending ? 'Processing...' : isUnknown ? 'Try again' : `Order for ${cost}`}
          </button>
          <button type="button" className="secondary" data-autofocus disabled={isPending} onClick={onClose}>
            {isUnknown ? 'See recent test orders' : 'Cancel'}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
