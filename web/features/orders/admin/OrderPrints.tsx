import { useState } from 'react';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { PrintFileButton } from '#web/features/admin/lists/PrintFileDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { LossBadge } from '#web/features/orders/admin/LossBadge.tsx';
import { printPdfPath } from '#web/features/orders/admin/orders-api.ts';
import { PrintStatusBadge } from '#web/features/printing/admin/PrintStatusBadge.tsx';
import { cancelPrint, retryPrint } from '#web/features/printing/admin/print-api.ts';
import { environmentLabels, formatPrice, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { WriteOffForm } from '#web/features/printing/admin/WriteOffForm.tsx';
import { Tracking } from '#web/features/printing/Tracking.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

interface OrderPrintsProps {
  order: AdminOrderPage;
  onPrint: (step: 'print' | 'again') => void;
}

export function OrderPrints({ order, onPrint }: OrderPrintsProps) {
  const isSuperAdmin = useIsSuperAdmin();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<string>();

  async function runAction(name: string, work: () => Promise<unknown>) {
    if (busy !== undefined) return;
    setBusy(name);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
    }
    setBusy(undefined);
  }

  return (
    <section className="stack" data-sending={busy !== undefined || undefined}>
      <h3>Printing</h3>
      {failure !== undefined && (
        <Alert tone="error" title="Something went wrong">
          {failure}
        </Alert>
      )}
      {order.prints.length === 0 && <p className="muted">Not sent to print yet.</p>}
      <ul className="plain-list">
        {order.prints.map((print) => (
          <PrintLine key={print.id} print={print} order={order} busy={busy} runAction={runAction} />
        ))}
      </ul>
      <div className="cluster">
        {order.isToPrint && (
          <button type="button" onClick={() => onPrint('print')}>
            Send to print…
          </button>
        )}
        {order.resendablePrintId !== null && isSuperAdmin && (
          <button type="button" className="secondary" onClick={() => onPrint('again')}>
            Send again…
          </button>
        )}
        {order.status === 'paid' && isSuperAdmin && <PrintFileButton path={printPdfPath(order.id)} />}
      </div>
    </section>
  );
}

/** Statuses of print orders that have not cost anything. */
const unpaidStatuses: readonly PrintOrder['status'][] = ['draft', 'cancelled'];

interface PrintLineProps {
  print: PrintOrder;
  order: AdminOrderPage;
  busy: string | undefined;
  runAction: (name: string, work: () => Promise<unknown>) => Promise<void>;
}

function PrintLine({ print, order, busy, runAction }: PrintLineProps) {
  const isPaid = order.status === 'paid';
  const isSuperAdmin = useIsSuperAdmin();
  const [isWritingOff, setWritingOff] = useState(false);
  const canChange = print.environment === 'sandbox' || isSuperAdmin;
  const newestPaidPrint = order.prints.find(
    ({ environment, status }) => environment === 'production' && !unpaidStatuses.includes(status),
  )?.id;
  const isDraft = print.status === 'draft' && canChange;
  const cost = print.price === null || print.currency === null ? '' : `, ${formatPrice(print.price, print.currency)}`;
  const renderAction = (name: string, label: string, pending: string, work: () => Promise<unknown>) => (
    <button
      type="button"
      className="secondary button-small"
      aria-busy={busy === name || undefined}
      aria-disabled={busy !== undefined || undefined}
      onClick={() => void runAction(name, work)}
    >
      {busy === name ? pending : label}
    </button>
  );
  return (
    <li className="stack gap-1 print-line">
      <span>
        <PrintStatusBadge order={print} /> {environmentLabels[print.environment]},{' '}
        {plural(print.numCards, `${sizeNames[print.cardSize]} card`)}
        {cost} {order.printCost !== null && print.id === newestPaidPrint && <LossBadge order={order} cost={order.printCost} />}
        <span className="muted small"> {dateTime(print.statusAt)}</span>
      </span>
      {print.tracking && <Tracking tracking={print.tracking} />}
      {print.resendReason && (
        <span className="small">
          Sent again{print.hasNewCodes && ' with new codes'}: {print.resendReason}
        </span>
      )}
      {print.error && <span className="field-error">{print.error}</span>}
      <span className="muted small">
        Our reference <span className="code">{print.reference}</span>
        {print.printerOrderId && (
          <>
            , printer’s number <span className="code">{print.printerOrderId}</span>
          </>
        )}
      </span>
      {print.isUnanswered && (
        <span>
          We don’t know whether the printer received it.
          {isPaid ? ' It’s safe to try again: the cards won’t be ordered twice.' : ' The order is no longer paid, so it can’t be retried.'}
        </span>
      )}
      {isDraft && !isWritingOff && (
        <span className="cluster">
          {print.isUnanswered && isPaid && renderAction(`retry ${print.id}`, 'Try again', 'Processing...', () => retryPrint(print.id))}
          {!print.isUnanswered && renderAction(`cancel ${print.id}`, 'Cancel print', 'Canceling…', () => cancelPrint(print.id))}
          {print.isUnanswered && isSuperAdmin && (
            <button type="button" className="secondary button-small" onClick={() => setWritingOff(true)}>
              Cancel anyway…
            </button>
          )}
        </span>
      )}
      {isWritingOff && print.isUnanswered && <WriteOffForm print={print} onDone={() => setWritingOff(false)} />}
    </li>
  );
}
