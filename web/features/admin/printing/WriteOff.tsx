import { useEffect, useRef, useState } from 'react';
import type { PrintOrder } from '#schema/admin/printing.ts';
import { Alert } from '#web/components/Alert.tsx';
import { writeOffPrint } from '#web/features/admin/printing/print-api.ts';
import { price, sizeNames } from '#web/features/admin/printing/print-words.ts';
import { errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

interface WriteOffProps {
  print: PrintOrder;
  /** Called off, or left as it is. */
  onDone: () => void;
}

/** Asks before an order that the printer never answered is called off: it may be printing. */
export function WriteOff({ print, onDone }: WriteOffProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const keep = useRef<HTMLButtonElement>(null);
  const cost = print.price === null || print.currency === null ? '' : ` for ${price(print.price, print.currency)}`;

  // In place of the button that was pressed, where this is no dialog of its own.
  useEffect(() => keep.current?.focus(), []);

  async function callOff() {
    if (isPending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await writeOffPrint(print.id);
      showToast({ tone: 'success', title: 'Called off' });
      onDone();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
      setPending(false);
    }
  }

  return (
    <div className="stack" data-sending={isPending || undefined}>
      <p>
        The printer was asked for {plural(print.numCards, `${sizeNames[print.cardSize]} card`)}
        {cost} and never answered. It may print and charge them all the same, so please look for{' '}
        <span className="code">{print.reference}</span> in Cloudprinter’s own list first.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="It was not called off">
          {failure}
        </Alert>
      )}
      <div className="cluster">
        <button type="button" aria-busy={isPending || undefined} aria-disabled={isPending || undefined} onClick={() => void callOff()}>
          {isPending ? 'Calling off…' : 'Call off, it may be printed'}
        </button>
        <button type="button" className="secondary" data-autofocus disabled={isPending} onClick={onDone}>
          Keep it
        </button>
      </div>
    </div>
  );
}
