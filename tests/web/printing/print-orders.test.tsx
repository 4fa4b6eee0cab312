import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { AdminOrder, AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { memberOrder, order as printOrder, quote } from '#tests/web/support/print-samples.ts';
import { refused } from '#tests/web/support/refused.ts';
import { OrdersTab } from '#web/features/orders/admin/OrdersTab.tsx';

afterEach(() => vi.unstubAllGlobals());

const toRow = ({ id, member, kind, description, quantity, amount, refunded, status, ...order }: AdminOrderPage): AdminOrder => {
  const { delivery, createdAt, paidAt, printStatus, printCost } = order;
  return { ...{ id, member, kind, description, quantity, amount, refunded, status, delivery, createdAt, paidAt, printStatus, printCost } };
};

async function open(orders: AdminOrderPage[], answers: Parameters<typeof fakeServer>[0], role: 'admin' | 'super_admin' = 'super_admin') {
  history.replaceState(null, '', '/admin/dashboard?tab=orders');
  const sent = fakeServer({
    'GET /api/admin/orders': { json: orders.map(toRow), headers: { 'X-Total-Count': String(orders.length) } },
    ...Object.fromEntries(orders.map((order) => [`GET /api/admin/orders/${order.id}`, { json: order }])),
    ...answers,
  });
  await signInAsAdmin({ role });
  render(
    <PageFrame>
      <OrdersTab />
    </PageFrame>,
  );
  await screen.findByRole('row', { name: /Order 9/ });
  const posted = () => sent.flatMap(({ method, path, body }) => (method === 'POST' ? [[path.split('/').slice(4).join('/'), body]] : []));
  return { user: userEvent.setup(), posted };
}

const twin = { ...memberOrder, id: 10 };
const abroad = { ...memberOrder, id: 11, member: { id: 8, email: 'gus@demo.test' } };
abroad.shippingAddress = {
  ...memberOrder.shippingAddress,
  city: 'Graz',
  state: null,
  country: 'Austria',
} as typeof memberOrder.shippingAddress;
const refusedOrder = { ...memberOrder, id: 12 };
const quoted = { json: { quotes: [quote], order: null } };

test('orders are sent to print together for a total that is shown first, by country and address', async () => {
  const { user, posted } = await open([memberOrder, twin, abroad, refusedOrder], {
    'POST /api/admin/orders/9/print': quoted,
    'POST /api/admin/orders/10/print': quoted,
    'POST /api/admin/orders/11/print': quoted,
    'POST /api/admin/orders/12/print': refused('print_phone_missing'),
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Send to print' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send 4 orders to print' }));
  await user.click(dialog.getByRole('button', { name: 'Get the cost' }));
  await dialog.findByText('$18.27 for 6 cards in 3 orders');
  const costs = within(dialog.getByRole('table', { name: 'Cost by country' }));
  expect(
    costs
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['United States24 standard$12.18', 'Austria12 standard$6.09']);
  const addresses = dialog.getByText('2 addresses').closest('details') as HTMLElement;
  expect(within(addresses).getAllByRole('listitem', { hidden: true })[0]?.textContent).toBe(
    'fay@demo.test, Boone, NC, US (orders 9, 10): 4 cards, $12.18 $8.18 loss',
  );
  expect(within(dialog.getByRole('list', { name: 'Rejected' })).getByRole('link').textContent).toMatch(/^Order 12, fay@demo\.test/);
  expect(posted().filter(([, body]) => (body as { confirmedQuoteId?: string }).confirmedQuoteId)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Order for $18.27' }));
  await dialog.findByText('3 orders sent to print.');
  dialog.getByText('1 order can’t be printed:');
  const body = { cardSize: 'card_flat_105x74_mm', environment: 'production', confirmedQuoteId: 'q1' };
  expect(posted().slice(-3)).toEqual([9, 10, 11].map((id) => [`${id}/print`, body]));
});

test('shipped orders are sent again together, with a reason', async () => {
  const shipped = { ...memberOrder, printStatus: 'shipped', resendablePrintId: 5 } as const;
  const { user, posted } = await open([shipped, twin], {
    'POST /api/admin/orders/9/send-again': { json: { quotes: [quote], order: printOrder } },
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send 1 order again' }));
  dialog.getByText('1 selected order left out: not shipped by the printer.');
  await user.type(dialog.getByLabelText('Reason'), 'Lost in a fire');
  await user.click(dialog.getByRole('button', { name: 'Get the cost' }));
  await user.click(await dialog.findByRole('button', { name: 'Order for $6.09' }));
  await dialog.findByText('1 order sent to print.');
  const request = { printOrderId: 5, newCodes: false, reason: 'Lost in a fire' };
  expect(posted()).toEqual([
    ['9/send-again', request],
    ['9/send-again', { ...request, confirmedQuoteId: 'q1' }],
  ]);
});

test('a plain administrator cannot select orders to print', async () => {
  await open([memberOrder], {}, 'admin');
  expect(screen.queryByLabelText('Select order 9')).toBeNull();
});
