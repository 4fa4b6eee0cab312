import { useState } from 'react';
import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import { SendAgainForm } from '#schema/printing/admin-printing.ts';
import { type CardSize, cardSizes } from '#schema/printing/print.ts';
import type { BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { BulkProgress, BulkRunView, RejectedItems } from '#web/features/admin/lists/BulkRunView.tsx';
import { type BulkRun, useBulkRun } from '#web/features/admin/lists/use-bulk-run.ts';
import { orderUrl } from '#web/features/admin/urls.ts';
import { PrintCost } from '#web/features/orders/admin/bulk/PrintCost.tsx';
import {
  forEachOrder,
  isShipped,
  isToPrint,
  type PrintChoices,
  placeQuotedOrder,
  printChunkOrders,
  type QuotedOrder,
  quoteOrder,
} from '#web/features/orders/admin/bulk/print-orders.ts';
import { CardSizeField } from '#web/features/printing/admin/PrintChoices.tsx';
import { reloadPrints } from '#web/features/printing/admin/print-api.ts';
import { formatPrice } from '#web/features/printing/admin/print-labels.ts';
import { plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormTextArea } from '#web/ui/forms/form-inputs.tsx';

interface PrintOrdersDialogProps {
  selection: BulkSelection<AdminOrder>;
  kind: PrintChoices['kind'];
  onClose: () => void;
}

const describe = ({ id, member }: Pick<AdminOrder, 'id' | 'member'>) => ({ label: `Order ${id}, ${member.email}`, href: orderUrl(id) });

/** Sends orders to print: collects quotes, shows the total cost, and orders what was confirmed. */
export function PrintOrdersDialog({ selection, kind, onClose }: PrintOrdersDialogProps) {
  const orders = selection.rows.filter(kind === 'first' ? isToPrint : isShipped);
  const [choices, setChoices] = useState<PrintChoices>();
  const [quotedOrders, setQuotedOrders] = useState<ReadonlyMap<number, QuotedOrder>>(new Map());
  const quoting = useBulkRun<AdminOrder>({ getId: ({ id }) => id, chunkRows: printChunkOrders });
  const placing = useBulkRun<QuotedOrder>({ getId: ({ order }) => order.id, chunkRows: printChunkOrders });

  function quote(chosen: PrintChoices) {
    setChoices(chosen);
    void quoting.start(orders, (chunk) =>
      forEachOrder(chunk, async ({ id }) => {
        const quotedOrder = await quoteOrder(id, chosen);
        setQuotedOrders((current) => new Map(current).set(id, quotedOrder));
      }),
    );
  }

  function close() {
    if (placing.state) selection.clearSelection();
    if (quoting.state) void reloadPrints().catch(() => undefined);
    onClose();
  }

  const title = kind === 'first' ? `Send ${plural(orders.length, 'order')} to print` : `Send ${plural(orders.length, 'order')} again`;
  const leftOut = selection.rows.length - orders.length;
  return (
    <Dialog open onClose={close} title={title} size="medium">
      {!quoting.state && (
        <>
          {leftOut > 0 && (
            <p>
              {plural(leftOut, 'selected order')} left out:{' '}
              {kind === 'first' ? 'not waiting to be printed.' : 'not shipped by the printer.'}
            </p>
          )}
          {orders.length > 0 && <ChoicesForm kind={kind} onChoose={quote} onCancel={close} />}
        </>
      )}
      {quoting.state && !placing.state && choices && (
        <QuotesView
          quoting={quoting}
          quotedOrders={[...quotedOrders.values()]}
          onConfirm={(confirmed) =>
            void placing.start(confirmed, (chunk) =>
              forEachOrder(
                chunk.map((quotedOrder) => ({ ...quotedOrder, id: quotedOrder.order.id })),
                (quotedOrder) => placeQuotedOrder(quotedOrder, choices),
              ),
            )
          }
          onClose={close}
        />
      )}
      {placing.state && (
        <div className="stack">
          <BulkRunView
            run={placing}
            labels={{ noun: 'order', pending: 'Sending orders to print', done: 'sent to print', describe: ({ order }) => describe(order) }}
            canRetry
            onClose={close}
          />
          {placing.state.status !== 'running' && <UnquotedOrders quoting={quoting} />}
        </div>
      )}
    </Dialog>
  );
}

interface ChoicesFormProps {
  kind: PrintChoices['kind'];
  onChoose: (choices: PrintChoices) => void;
  onCancel: () => void;
}

function ChoicesForm({ kind, onChoose, onCancel }: ChoicesFormProps) {
  const [cardSize, setCardSize] = useState<CardSize>(cardSizes[0]);
  const [newCodes, setNewCodes] = useState(false);
  const actions = (
    <FormActions pendingLabel="Processing..." onCancel={onCancel}>
      Get the cost
    </FormActions>
  );
  if (kind === 'first')
    return (
      <Form label="Send to print" className="stack" send={() => onChoose({ kind, cardSize })} failed="Couldn’t load the cost">
        <p>You’ll see the total cost first. Each order ships as its own parcel.</p>
        <CardSizeField data-autofocus value={cardSize} onChange={(event) => setCardSize(event.target.value as CardSize)} />
        {actions}
      </Form>
    );
  return (
    <Form
      label="Send again"
      className="stack"
      schema={SendAgainForm}
      defaults={{ reason: '' }}
      send={({ reason }) => onChoose({ kind, reason, newCodes })}
      failed="Couldn’t load the cost"
    >
      <p>We’ll print the cards again at our cost. You’ll see the total first. Each member gets an email now and when the cards ship.</p>
      <FormTextArea label="Reason" name="reason" rows={2} hint="For the audit log." data-autofocus />
      <Checkbox
        label="Give the cards new codes"
        hint="If the first package turns up, its cards won’t work."
        checked={newCodes}
        onChange={(event) => setNewCodes(event.target.checked)}
      />
      {actions}
    </Form>
  );
}

function UnquotedOrders({ quoting: { state } }: { quoting: BulkRun<AdminOrder> }) {
  if (!state || state.rejected.length === 0) return null;
  return (
    <div className="stack gap-2">
      <p>{plural(state.rejected.length, 'order')} can’t be printed:</p>
      <RejectedItems rejected={state.rejected} describe={describe} />
    </div>
  );
}

interface QuotesViewProps {
  quoting: BulkRun<AdminOrder>;
  quotedOrders: QuotedOrder[];
  onConfirm: (quotedOrders: QuotedOrder[]) => void;
  onClose: () => void;
}

function QuotesView({ quoting, quotedOrders, onConfirm, onClose }: QuotesViewProps) {
  const { state } = quoting;
  if (!state) return null;
  if (state.status === 'running') return <BulkProgress run={quoting} state={state} labels={{ pending: 'Getting quotes' }} />;
  const currency = quotedOrders[0]?.quote.currency;
  if (state.status !== 'done' || currency === undefined)
    return (
      <BulkRunView
        run={quoting}
        labels={{ noun: 'order', pending: 'Getting quotes', done: 'quoted', describe }}
        canRetry
        onClose={onClose}
      />
    );
  const total = formatPrice(
    quotedOrders.reduce((sum, { quote }) => sum + quote.price, 0),
    currency,
  );
  return (
    <div className="stack">
      <PrintCost quotedOrders={quotedOrders} total={total} currency={currency} />
      <UnquotedOrders quoting={quoting} />
      <div className="cluster">
        <button type="button" onClick={() => onConfirm(quotedOrders)}>{`Order for ${total}`}</button>
        <button type="button" className="secondary" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}
