import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type AdminOrder, AdminOrderList } from '#schema/orders/admin-orders.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import type { BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { PrintFileDialog } from '#web/features/admin/lists/PrintFileDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { DisputesView } from '#web/features/disputes/admin/DisputesView.tsx';
import { PrintOrdersDialog } from '#web/features/orders/admin/bulk/PrintOrdersDialog.tsx';
import { isToPrint, type PrintChoices } from '#web/features/orders/admin/bulk/print-orders.ts';
import { FailedPrints } from '#web/features/orders/admin/FailedPrints.tsx';
import { MembershipsView } from '#web/features/orders/admin/MembershipsView.tsx';
import { OrderDialog, type OrderStep } from '#web/features/orders/admin/OrderDialog.tsx';
import { orderColumns, orderFilters } from '#web/features/orders/admin/order-columns.tsx';
import { printPdfPathOf } from '#web/features/orders/admin/orders-api.ts';
import { adminOrdersPath } from '#web/features/printing/admin/print-api.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import type { BulkAction } from '#web/ui/data-table/data-table.ts';

const views = [
  { id: null, label: 'Orders' },
  { id: 'prints', label: 'Failed prints' },
  { id: 'disputes', label: 'Disputes' },
  { id: 'memberships', label: 'Memberships' },
] as const;

export function OrdersTab() {
  const [search, setSearch] = useSearchParams();
  const view = views.find(({ id }) => id === search.get('view')) ?? views[0];
  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        {views.map(({ id, label }) => (
          <button
            key={label}
            type="button"
            className="secondary"
            aria-pressed={view.id === id}
            onClick={() => setSearch({ tab: 'orders', ...(id !== null && { view: id }) })}
          >
            {label}
          </button>
        ))}
      </div>
      {view.id === null && <OrdersView />}
      {view.id === 'prints' && <FailedPrints />}
      {view.id === 'disputes' && <DisputesView />}
      {view.id === 'memberships' && <MembershipsView />}
    </div>
  );
}

function OrdersView() {
  const [openOrderId, setOpenOrderId] = useIdParameter('order');
  const [firstStep, setFirstStep] = useState<OrderStep>('view');
  const isSuperAdmin = useIsSuperAdmin();
  const [printFile, setPrintFile] = useState<string>();
  const [bulkPrint, setBulkPrint] = useState<BulkSelection<AdminOrder> & { kind: PrintChoices['kind'] }>();

  function showOrder(id: number | null, step: OrderStep = 'view') {
    setFirstStep(step);
    setOpenOrderId(id);
  }

  return (
    <>
      <AdminList
        name="orders"
        label="Orders"
        path={adminOrdersPath}
        schema={AdminOrderList}
        columns={orderColumns}
        rowLabel={({ id }) => `order ${id}`}
        searchLabel="Search orders"
        filters={orderFilters}
        onOpen={({ id }) => showOrder(id)}
        openKey={openOrderId}
        rowActions={[
          { label: 'View Details', onChoose: ({ id }) => showOrder(id) },
          { label: 'Send to print', isShown: isToPrint, onChoose: ({ id }) => showOrder(id, 'print') },
        ]}
        {...(isSuperAdmin && {
          bulkActions: [
            { label: 'Send to print', onChoose: (rows, clearSelection) => setBulkPrint({ rows, clearSelection, kind: 'first' }) },
            { label: 'Send again', onChoose: (rows, clearSelection) => setBulkPrint({ rows, clearSelection, kind: 'again' }) },
            { label: 'Print PDF', onChoose: (rows) => setPrintFile(printPdfPathOf(rows)) },
          ] satisfies BulkAction<AdminOrder>[],
          isSelectable: ({ kind, status }: AdminOrder) => kind === 'cache_cards' && status === 'paid',
          selectsAllPages: true,
        })}
        emptyTitle="No orders yet"
        emptyHint="Orders for memberships and Cache Cards appear here."
      />
      {printFile !== undefined && <PrintFileDialog path={printFile} onClose={() => setPrintFile(undefined)} />}
      {bulkPrint && <PrintOrdersDialog selection={bulkPrint} kind={bulkPrint.kind} onClose={() => setBulkPrint(undefined)} />}
      {openOrderId !== null && (
        <OrderDialog key={`${openOrderId} ${firstStep}`} id={openOrderId} firstStep={firstStep} onClose={() => showOrder(null)} />
      )}
    </>
  );
}
