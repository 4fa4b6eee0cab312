import { useState } from 'react';
import type { TestCardApiRequest, TestCardApiResponse } from '#schema/admin/printing.ts';
import { Alert } from '#web/components/Alert.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { price, sizeNames } from '#web/features/admin/printing/print-words.ts';
import { placeTestOrder } from '#web/features/admin/test-card-api/test-card-api.ts';
import { errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface ConfirmProductionProps {
  request: TestCardApiRequest;
  quote: TestCardApiResponse['quote'];
  onOrdered: (answer: TestCardApiResponse) => void;
  onClose: () => void;
}

/** The last step before real cards and real costs. */
export function ConfirmProduction({ request, quote, onOrdered, onClose }: ConfirmProductionProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cost = price(quote.price, quote.currency);

  async function order() {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      onOrdered(await placeTestOrder({ ...request, confirmedQuoteId: quote.quoteId }));
    } catch (error) {
      setFailure(errorText(error, 'Failed to submit request to the Cloudprinter API'));
      showToast({ tone: 'error', title: 'Error', description: errorText(error, 'Failed to submit request. Please try again.') });
      setPending(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Place a production order?" size="small">
      <div className="stack">
        <p>
          {plural(request.numCards, `${sizeNames[request.cardSize]} card`)} will be printed and sent, by {quote.service}. This costs{' '}
          <strong>{cost}</strong>.
        </p>
        {failure !== undefined && (
          <Alert tone="error" title="The order was not placed">
            {failure}
          </Alert>
        )}
        <div className="cluster">
          <button type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void order()}>
            {isPending ? 'Processing...' : `Order for ${cost}`}
          </button>
          <button type="button" className="secondary" data-autofocus onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}
