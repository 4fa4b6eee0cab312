import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { type AdminOrder, AdminOrderList } from '#schema/orders/admin-orders.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { DisputesView } from '#web/features/disputes/admin/DisputesView.tsx';
import { FailedPrints } from '#web/features/orders/admin/FailedPrints.tsx';
import { MembershipsView } from '#web/features/orders/admin/MembershipsView.tsx';
import { OrderDialog, type OrderStep } from '#web/features/orders/admin/OrderDialog.tsx';
import { orderColumns, orderFilters } from '#web/features/orders/admin/order-columns.tsx';
import { adminOrdersPath } from '#web/features/printing/admin/print-api.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';

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
        rowActions={[
          { label: 'View Details', onChoose: ({ id }) => showOrder(id) },
          { label: 'Send to print', isShown: isToPrint, onChoose: ({ id }) => showOrder(id, 'print') },
        ]}
        emptyTitle="No orders yet"
        emptyHint="Orders for memberships and Cache Cards appear here."
      />
      {openOrderId !== null && (
        <OrderDialog key={`${openOrderId} ${firstStep}`} id={openOrderId} firstStep={firstStep} onClose={() => showOrder(null)} />
      )}
    </>
  );
}

function isToPrint({ kind, status, delivery, printStatus }: AdminOrder): boolean {
  return kind === 'cache_cards' && status === 'paid' && delivery === 'ship' && (printStatus === null || printStatus === 'draft');
}
