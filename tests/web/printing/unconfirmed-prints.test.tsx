/**
 * Print orders that were never confirmed, and print orders with an unknown outcome at the printer.
 * @module-tag long
 */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { memberOrder, order, quote } from '#tests/web/support/print-samples.ts';
import { visitOrder, visitTestCardApi } from '#tests/web/support/print-visits.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const place = 'POST /api/admin/test-card-api';
const list = 'GET /api/admin/print-orders';
const draft: PrintOrder = {
  ...order,
  environment: 'production',
  status: 'draft',
  printerOrderId: null,
  quote: { ...quote, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
};
const unanswered: PrintOrder = { ...draft, isUnanswered: true, quote: null, error: 'Cloudprinter did not answer' };
const lost = refused('printer_unanswered', { params: { detail: 'Cloudprinter did not answer. Please try again.' } });

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
const postedCalls = () =>
  sent.filter(({ method, path }) => method === 'POST' && path !== '/api/admin/viewers').map(({ path, body }) => ({ path, body }));

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
  await mutate(() => true, undefined, { revalidate: false });
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

describe('the recent test orders', () => {
  async function openMenu(row: PrintOrder, role: 'admin' | 'super_admin' = 'super_admin') {
    answers[list] = { json: [row], headers: { 'X-Total-Count': '1' } };
    await visitTestCardApi(role);
    await screen.findByText('3 standard cards');
    const menu = screen.queryByRole('button', { name: /^Actions for/ });
    if (menu) await userEvent.click(menu);
    return screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
  }
  const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }));

  test('include a draft, which is ordered only after its cost was confirmed', async () => {
    answers[place] = { json: { quote, order: { ...order, environment: 'production' } } };
    expect(await openMenu(draft)).toEqual(['Order…', 'Cancel draft']);
    await choose('Order…');
    const dialog = within(screen.getByRole('dialog', { name: 'Place a production order?' }));
    expect(postedCalls()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Order for $6.09' }));
    expect(await screen.findByText('Order Submitted Successfully')).toBeTruthy();
    expect(postedCalls()).toEqual([
      {
        path: '/api/admin/test-card-api',
        body: { numCards: 3, cardSize: 'card_flat_105x74_mm', designUrl: null, environment: 'production', confirmedQuoteId: 'q1' },
      },
    ]);
  });

  test('with an expired quote can only be canceled', async () => {
    expect(await openMenu({ ...draft, quote: { ...quote, expiresAt: '2020-01-01T00:00:00.000Z' } })).toEqual(['Cancel draft']);
  });

  test.each([
    ['a draft', draft],
    ['an unanswered order', unanswered],
  ])('for production cannot be changed by a plain administrator: %s', async (_, row) => {
    expect(await openMenu(row, 'admin')).toEqual([]);
  });

  test('of the sandbox without an answer can be retried by a plain administrator, but not canceled', async () => {
    expect(await openMenu({ ...unanswered, environment: 'sandbox' }, 'admin')).toEqual(['Try again']);
  });

  test('without an answer can be canceled after a warning that they may be printed', async () => {
    answers['POST /api/admin/print-orders/5/write-off'] = { json: { ...unanswered, status: 'cancelled', isUnanswered: false } };
    expect(await openMenu(unanswered)).toEqual(['Try again', 'Cancel anyway…']);
    await choose('Cancel anyway…');
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this order anyway?' }));
    expect(dialog.getByText(/It may still print and charge for it/)).toBeTruthy();
    expect(postedCalls()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel anyway' }));
    expect(await screen.findByText('Print canceled')).toBeTruthy();
    expect(postedCalls()).toEqual([{ path: '/api/admin/print-orders/5/write-off', body: undefined }]);
  });
});

describe('a production order with an unknown outcome', () => {
  test.each<[string, Parameters<typeof fakeServer>[0][string]]>([
    ['our server did not answer', new TypeError('network')],
    ['the printer did not answer', lost],
    ['our server failed', { status: 500, text: 'no JSON' }],
  ])('because %s is reported, and retried with the same quote', async (_, failure) => {
    answers[place] = { json: { quote, order: null } };
    const form = await visitTestCardApi();
    await userEvent.selectOptions(form.getByLabelText('Environment'), 'production');
    await userEvent.click(form.getByRole('button', { name: 'Submit Request' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Place a production order?' }));
    answers[place] = failure ?? {};
    await userEvent.click(dialog.getByRole('button', { name: 'Order for $6.09' }));
    expect(await dialog.findByText('We don’t know whether the order was placed')).toBeTruthy();
    expect(dialog.queryByText('Couldn’t place the order')).toBeNull();
    expect(screen.queryByText(/Nothing has been ordered yet/)).toBeNull();
    answers[place] = { json: { quote, order: { ...order, environment: 'production' } } };
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Order Submitted Successfully')).toBeTruthy();
    expect(postedCalls().map(({ body }) => (body as { confirmedQuoteId?: string }).confirmedQuoteId)).toEqual([undefined, 'q1', 'q1']);
  });
});

describe('a member’s order', () => {
  test('that the printer may have accepted leads to its row, from where it can be retried', async () => {
    answers['POST /api/admin/orders/9/print'] = { json: { quotes: [quote], order: null } };
    const record = await visitOrder(answers, memberOrder);
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    const order = await dialog.findByRole('button', { name: 'Order for $6.09' });
    answers['POST /api/admin/orders/9/print'] = lost;
    answers['GET /api/admin/orders/9'] = { json: { ...memberOrder, isToPrint: false, prints: [{ ...unanswered, orderId: 9 }] } };
    await userEvent.click(order);
    const orderDialog = within(await screen.findByRole('dialog', { name: 'Order 9' }));
    expect(await orderDialog.findByText(/We don’t know whether the printer received it/)).toBeTruthy();
    expect(orderDialog.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(orderDialog.queryByRole('button', { name: 'Send to print…' })).toBeNull();
  });

  test('with a lost answer is reloaded first', async () => {
    answers['POST /api/admin/orders/9/print'] = { json: { quotes: [quote], order: null } };
    const record = await visitOrder(answers, memberOrder);
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    const order = await dialog.findByRole('button', { name: 'Order for $6.09' });
    answers['POST /api/admin/orders/9/print'] = new TypeError('network');
    answers['GET /api/admin/orders/9'] = new TypeError('network');
    await userEvent.click(order);
    expect(await screen.findByText('We don’t know whether the order went through')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Order for/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Open the order' }));
    expect(await screen.findByRole('dialog', { name: 'Order 9' })).toBeTruthy();
  });

  test('that is refunded before the printer answered is not retried, and can be canceled', async () => {
    answers['POST /api/admin/print-orders/5/write-off'] = { json: { ...unanswered, status: 'cancelled', isUnanswered: false } };
    const record = await visitOrder(answers, {
      ...memberOrder,
      status: 'refunded',
      isToPrint: false,
      prints: [{ ...unanswered, orderId: 9 }],
    });
    await userEvent.click(await record.findByRole('button', { name: 'Cancel anyway…' }));
    expect(record.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(record.getByRole('button', { name: 'Cancel anyway' }));
    expect(await screen.findByText('Print canceled')).toBeTruthy();
    expect(postedCalls()).toEqual([{ path: '/api/admin/print-orders/5/write-off', body: undefined }]);
  });
});
