import { useEffect, useRef } from 'react';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { writeOffPrint } from '#web/features/printing/admin/print-api.ts';
import { formatPrice, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormCancel, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

/** Writes off an order that the printer never confirmed, after warning that it may still be printed. */
export function WriteOffForm({ print, onDone }: { print: PrintOrder; onDone: () => void }) {
  const keepButton = useRef<HTMLButtonElement>(null);
  const cost = print.price === null || print.currency === null ? '' : ` for ${formatPrice(print.price, print.currency)}`;

  // Moves the focus into the form because the focused button that opened it has disappeared.
  useEffect(() => keepButton.current?.focus(), []);

  return (
    <Form
      label="Cancel print"
      className="stack"
      send={async () => {
        await writeOffPrint(print.id);
        showToast({ tone: 'success', title: 'Print canceled' });
        onDone();
      }}
      failed="Couldn’t cancel the print order"
    >
      <p>
        The printer never confirmed this order of {plural(print.numCards, `${sizeNames[print.cardSize]} card`)}
        {cost}. It may still print and charge for it, so check Cloudprinter for <span className="code">{print.reference}</span> first.
      </p>
      <div className="cluster">
        <FormSubmit pendingLabel="Canceling…">Cancel anyway</FormSubmit>
        <FormCancel ref={keepButton} data-autofocus onClick={onDone}>
          Keep it
        </FormCancel>
      </div>
    </Form>
  );
}
