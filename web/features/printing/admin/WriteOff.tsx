import { useEffect, useRef } from 'react';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { writeOffPrint } from '#web/features/printing/admin/print-api.ts';
import { price, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormCancel, FormSubmit } from '#web/ui/forms/form-inputs.tsx';

interface WriteOffProps {
  print: PrintOrder;
  onDone: () => void;
}

/** Warns first: an order that the printer never confirmed may be printing. */
export function WriteOff({ print, onDone }: WriteOffProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const cost = print.price === null || print.currency === null ? '' : ` for ${price(print.price, print.currency)}`;

  // Replaces the pressed button, which had the focus.
  useEffect(() => keep.current?.focus(), []);

  return (
    <Form
      label="Call off"
      className="stack"
      send={async () => {
        await writeOffPrint(print.id);
        showToast({ tone: 'success', title: 'Called off' });
        onDone();
      }}
      failed="It was not called off"
    >
      <p>
        The printer was asked for {plural(print.numCards, `${sizeNames[print.cardSize]} card`)}
        {cost} and never answered. It may print and charge them all the same, so please look for{' '}
        <span className="code">{print.reference}</span> in Cloudprinter’s own list first.
      </p>
      <div className="cluster">
        <FormSubmit pendingLabel="Calling off…">Call off, it may be printed</FormSubmit>
        <FormCancel ref={keep} data-autofocus onClick={onDone}>
          Keep it
        </FormCancel>
      </div>
    </Form>
  );
}
