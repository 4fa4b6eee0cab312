import { useState } from 'react';
import { type PrintOrder, PrintOrderList, type PrintQuote, type TestCardApiRequest } from '#schema/printing/admin-printing.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { PrintStatusBadge } from '#web/features/printing/admin/PrintStatusBadge.tsx';
import { cancelPrint, printOrdersPath, retryPrint } from '#web/features/printing/admin/print-api.ts';
import { environmentLabels, formatPrice, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { isOutcomeUnknown } from '#web/features/printing/admin/print-outcome.ts';
import { WriteOffForm } from '#web/features/printing/admin/WriteOffForm.tsx';
import { Tracking } from '#web/features/printing/Tracking.tsx';
import { errorText } from '#web/lib/api-error.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { createdColumn } from '#web/ui/data-table/sort-orders.ts';

const columns: readonly Column<PrintOrder>[] = [
  { ...createdColumn, header: 'Placed', isName: true, cell: ({ createdAt }) => dateTime(createdAt) },
  { id: 'what', header: 'Cards', cell: ({ numCards, cardSize }) => plural(numCards, `${sizeNames[cardSize]} card`) },
  { id: 'environment', header: 'Environment', cell: ({ environment }) => environmentLabels[environment] },
  { id: 'status', header: 'Status', cell: (order) => <PrintStatusBadge order={order} /> },
  { id: 'news', header: 'Details', cell: ({ error, tracking }) => error ?? (tracking && <Tracking tracking={tracking} />) },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: (order) => (order.price === null || order.currency === null ? '' : formatPrice(order.price, order.currency)),
  },
  { id: 'printer', header: 'Printer’s order number', cell: ({ printerOrderId }) => <span className="code">{printerOrderId}</span> },
  { id: 'reference', header: 'Our reference', isOptional: true, cell: ({ reference }) => <span className="code">{reference}</span> },
  { id: 'design', header: 'Design', isOptional: true, cell: ({ designUrl }) => designUrl ?? 'Default' },
];

async function runAction(getTitle: (error: unknown) => string, successTitle: string, work: () => Promise<unknown>) {
  try {
    await work();
    showToast({ tone: 'success', title: successTitle });
  } catch (error) {
    showToast({ tone: 'error', title: getTitle(error), description: errorText(error, 'Failed to submit request. Please try again.') });
  }
}

const getFailureTitle = (error: unknown) =>
  isOutcomeUnknown(error) ? 'We don’t know whether the order was placed' : 'Couldn’t place the order';

export function RecentTestOrders({ onConfirm }: { onConfirm: (request: TestCardApiRequest, quote: PrintQuote) => void }) {
  const isSuperAdmin = useIsSuperAdmin();
  const [orderToWriteOff, setOrderToWriteOff] = useState<PrintOrder>();
  const canChange = ({ environment }: PrintOrder) => environment === 'sandbox' || isSuperAdmin;
  const isQuoteValid = ({ quote }: PrintOrder) => quote !== null && Date.parse(quote.expiresAt) > now();
  return (
    <div>
      <h2>Recent test orders</h2>
      <AdminList
        name="test-prints"
        pluralName="test orders"
        label="Recent test orders"
        path={printOrdersPath}
        schema={PrintOrderList}
        columns={columns}
        rowLabel={({ createdAt }) => `test order of ${dateTime(createdAt)}`}
        rowActions={[
          {
            label: 'Order…',
            isShown: (order) => isQuoteValid(order) && canChange(order),
            onChoose: ({ numCards, cardSize, designUrl, environment, quote }) =>
              quote && onConfirm({ numCards, cardSize, designUrl, environment }, quote),
          },
          {
            label: 'Try again',
            isShown: (order) => order.isUnanswered && canChange(order),
            onChoose: ({ id }) => void runAction(getFailureTitle, 'Order Submitted Successfully', () => retryPrint(id)),
          },
          {
            label: 'Cancel draft',
            isShown: (order) => order.status === 'draft' && !order.isUnanswered && canChange(order),
            onChoose: ({ id }) =>
              void runAction(
                () => 'Couldn’t cancel the draft',
                'Draft canceled',
                () => cancelPrint(id),
              ),
          },
          { label: 'Cancel anyway…', isShown: ({ isUnanswered }) => isUnanswered && isSuperAdmin, onChoose: setOrderToWriteOff },
        ]}
        emptyTitle="No test orders yet"
        emptyHint="Place an order above. Sandbox orders are free."
      />
      {orderToWriteOff && (
        <Dialog open onClose={() => setOrderToWriteOff(undefined)} title="Cancel this order anyway?" size="small">
          <WriteOffForm print={orderToWriteOff} onDone={() => setOrderToWriteOff(undefined)} />
        </Dialog>
      )}
    </div>
  );
}
