import { type PrintOrder, PrintOrderList } from '#schema/admin/printing.ts';
import { DataTable } from '#web/components/data-table/DataTable.tsx';
import type { Column } from '#web/components/data-table/data-table.ts';
import { Tracking } from '#web/components/printing/Tracking.tsx';
import { PrintStatusBadge } from '#web/features/admin/printing/PrintStatusBadge.tsx';
import { cancelPrint, printOrdersPath, retryPrint } from '#web/features/admin/printing/print-api.ts';
import { environmentLabels, price, sizeNames } from '#web/features/admin/printing/print-words.ts';
import { errorText } from '#web/lib/api.ts';
import { dateTime, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/toast.ts';

const columns: readonly Column<PrintOrder>[] = [
  { id: 'created', header: 'Placed', isName: true, sort: 'created', sortsDescending: true, cell: ({ createdAt }) => dateTime(createdAt) },
  { id: 'what', header: 'What', cell: ({ numCards, cardSize }) => plural(numCards, `${sizeNames[cardSize]} card`) },
  { id: 'environment', header: 'Environment', cell: ({ environment }) => environmentLabels[environment] },
  { id: 'status', header: 'Status', cell: (order) => <PrintStatusBadge order={order} /> },
  { id: 'news', header: 'News', cell: ({ error, tracking }) => error ?? (tracking && <Tracking tracking={tracking} />) },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: (order) => (order.price === null || order.currency === null ? '' : price(order.price, order.currency)),
  },
  { id: 'printer', header: 'Printer’s order', cell: ({ printerOrderId }) => <span className="code">{printerOrderId}</span> },
  { id: 'reference', header: 'Our reference', isOptional: true, cell: ({ reference }) => <span className="code">{reference}</span> },
  { id: 'design', header: 'Design', isOptional: true, cell: ({ designUrl }) => designUrl ?? 'Default' },
];

async function attempt(title: string, done: string, work: () => Promise<unknown>) {
  try {
    await work();
    showToast({ tone: 'success', title: done });
  } catch (error) {
    showToast({ tone: 'error', title, description: errorText(error, 'Failed to submit request. Please try again.') });
  }
}

/** Test orders so far, and where they stand. */
export function RecentTestOrders() {
  return (
    <div>
      <h2>Recent test orders</h2>
      <DataTable
        name="test-prints"
        label="Recent test orders"
        path={printOrdersPath}
        schema={PrintOrderList}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ createdAt }) => `test order of ${dateTime(createdAt)}`}
        defaultSort="-created"
        rowActions={[
          {
            label: 'Try again',
            isShown: ({ status }) => status === 'draft',
            onChoose: ({ id }) => void attempt('The order was not placed', 'Order Submitted Successfully', () => retryPrint(id)),
          },
          {
            label: 'Call off',
            isShown: ({ status, isUnanswered }) => status === 'draft' && !isUnanswered,
            onChoose: ({ id }) => void attempt('The draft was not called off', 'Draft called off', () => cancelPrint(id)),
          },
        ]}
        emptyTitle="No test orders yet"
        emptyHint="Place one above: in the sandbox it costs nothing."
        noMatch={(q) => `No test orders found matching "${q}"`}
        loadError="Error loading test orders"
        hasExport
      />
    </div>
  );
}
