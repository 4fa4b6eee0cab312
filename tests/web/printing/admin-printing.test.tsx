/** @module-tag long */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { memberOrder, order, quote } from '#tests/web/support/print-samples.ts';
import { visitOrder, visitTestCardApi } from '#tests/web/support/print-visits.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { orderColumns } from '#web/features/orders/admin/order-columns.tsx';
import { dismissToast } from '#web/lib/react/toast.ts';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
const postedCalls = () =>
  sent.filter(({ method, path }) => method === 'POST' && path !== '/api/admin/viewers').map(({ path, body }) => ({ path, body }));

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
  answers = {
    'POST /api/admin/test-card-api': { json: { quote, order } },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

describe('the Test Card API page', () => {
  const submit = (form: Awaited<ReturnType<typeof visitTestCardApi>>) =>
    userEvent.click(form.getByRole('button', { name: 'Submit Request' }));

  test('sends the chosen values; slider and number follow each other, and an empty number is 1', { tags: 'long' }, async () => {
    const form = await visitTestCardApi();
    const count = form.getByRole('spinbutton', { name: 'Number of cards' });
    await userEvent.clear(count);
    await userEvent.tab();
    expect(count).toHaveProperty('value', '1');
    await userEvent.clear(count);
    await userEvent.type(count, '3');
    expect(form.getByRole('slider')).toHaveProperty('value', '3');
    await submit(form);
    expect(await screen.findByText('Order Submitted Successfully')).toBeTruthy();
    expect(screen.getByText('3 cards, Standard (about 4.1x2.9 in), Sandbox')).toBeTruthy();
    expect(postedCalls()).toEqual([
      {
        path: '/api/admin/test-card-api',
        body: { numCards: 3, cardSize: 'card_flat_105x74_mm', designUrl: null, environment: 'sandbox' },
      },
    ]);
    expect(within(screen.getByRole('table', { name: 'Quote Information' })).getByText('$6.09')).toBeTruthy();
    expect(within(screen.getByRole('table', { name: 'Order Information' })).getByText('4711')).toBeTruthy();
  });

  test.each([
    ['101', 'Maximum 100 cards'],
    ['0', 'Minimum 1 card'],
    ['2.5', 'Please enter a whole number of cards'],
  ])('refuses %s cards without a request', async (typed, message) => {
    const form = await visitTestCardApi();
    const count = form.getByRole('spinbutton', { name: 'Number of cards' });
    await userEvent.clear(count);
    await userEvent.type(count, typed);
    await submit(form);
    expect(await form.findByText(message)).toBeTruthy();
    expect(postedCalls()).toEqual([]);
  });

  test('refuses a design from an internal address before it is sent', async () => {
    const form = await visitTestCardApi();
    await userEvent.type(form.getByLabelText(/Design URL/), 'https://169.254.169.254/');
    await submit(form);
    expect(await form.findByText('The design must be on the public internet')).toBeTruthy();
    expect(postedCalls()).toEqual([]);
  });

  test('shows the cost for production and orders nothing until it is confirmed', { tags: 'long' }, async () => {
    answers['POST /api/admin/test-card-api'] = { json: { quote, order: null } };
    const form = await visitTestCardApi();
    await userEvent.selectOptions(form.getByLabelText('Environment'), 'production');
    await submit(form);
    const dialog = within(await screen.findByRole('dialog', { name: 'Place a production order?' }));
    expect(dialog.getByText('$6.09')).toBeTruthy();
    answers['POST /api/admin/test-card-api'] = refused('printer_failed', { params: { detail: 'Cloudprinter refused: no such country' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Order for $6.09' }));
    expect(await dialog.findByText('Couldn’t place the order')).toBeTruthy();
    expect(dialog.getAllByText('Cloudprinter refused: no such country').length).toBeGreaterThan(0);
    answers['POST /api/admin/test-card-api'] = { json: { quote, order: { ...order, environment: 'production' } } };
    await userEvent.click(dialog.getByRole('button', { name: 'Order for $6.09' }));
    expect(await screen.findByText('3 cards, Standard (about 4.1x2.9 in), Production')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(postedCalls().map(({ body }) => (body as { confirmedQuoteId?: string }).confirmedQuoteId)).toEqual([undefined, 'q1', 'q1']);
  });

  test('does not offer production to a plain administrator', async () => {
    const form = await visitTestCardApi('admin');
    expect(form.getByRole('option', { name: 'Production' })).toHaveProperty('disabled', true);
    expect(form.getByText('Only super administrators can order production prints.')).toBeTruthy();
  });

  test('reports failures, and keeps the input', async () => {
    answers['POST /api/admin/test-card-api'] = { status: 502, text: 'no JSON' };
    const form = await visitTestCardApi();
    await userEvent.type(form.getByLabelText(/Design URL/), 'https://designs.example.com/a.pdf');
    await submit(form);
    expect(await form.findByText('Failed to submit request to the Cloudprinter API')).toBeTruthy();
    expect(screen.getByText('Failed to submit request. Please try again.')).toBeTruthy();
    expect(form.getByLabelText(/Design URL/)).toHaveProperty('value', 'https://designs.example.com/a.pdf');
  });
});

describe('an order in the administrators’ area', () => {
  test('is listed with its amount in dollars and cents, like all others', async () => {
    const cells = [memberOrder, { ...memberOrder, amount: 5_384 }].map((row) => orderColumns.find(({ id }) => id === 'amount')?.cell(row));
    expect(cells).toEqual(['$2.00', '$53.84']);
    const record = await visitOrder(answers, memberOrder);
    expect(await record.findByText('$2.00')).toBeTruthy();
  });

  test('shows each cost next to the member’s payment, and the difference', async () => {
    answers['POST /api/admin/orders/9/print'] = {
      json: { quotes: [quote, { ...quote, quoteId: 'q2', service: 'By hand', price: 150 }], order: null },
    };
    const record = await visitOrder(answers, { ...memberOrder, amount: 300, refunded: 100 });
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    expect(document.activeElement).toBe(await dialog.findByText('The member paid $2.00.'));
    await userEvent.keyboard('{Enter}');
    expect(sent.filter(({ path }) => path === '/api/admin/orders/9/print')).toHaveLength(1);
    expect(dialog.getByLabelText(/Postal service/).closest('label')?.textContent).toBe('Postal service, untracked$6.09 $4.09 loss');
    expect(dialog.getByLabelText(/By hand/).closest('label')?.textContent).toBe('By hand$1.50 ');
    expect(dialog.getByText(/^Cards \$0\.79, shipping \$4\.95, fees \$0\.35\. Valid until/)).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('Environment'), 'sandbox');
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    expect(await dialog.findByText(/Sandbox orders are free/)).toBeTruthy();
    expect(dialog.queryByText(/loss/)).toBeNull();
  });

  test('printed at a loss is marked in the list and its record, unless canceled', async () => {
    const printing = { ...order, orderId: 9, environment: 'production' as const };
    const shown = { ...memberOrder, printStatus: 'ordered' as const, printCost: 609, isToPrint: false, canChangeAddress: false };
    const record = await visitOrder(answers, { ...shown, prints: [printing, { ...printing, id: 4, status: 'cancelled' }] });
    expect((await record.findAllByText('$4.09 loss')).length).toBe(1);
    expect(record.queryByRole('button', { name: 'Correct…' })).toBeNull();
    render(orderColumns.find(({ id }) => id === 'print')?.cell(shown) as ReactNode);
    expect(screen.getByText(/costs \$6\.09/).textContent).toBe('costs $6.09 $4.09 loss');
  });

  test('whose parcel was lost is sent again for a shown price and a reason, with new codes by choice', async () => {
    const shipped = { ...order, id: 5, orderId: 9, environment: 'production' as const, status: 'shipped' as const };
    const shown = { ...memberOrder, amount: 300, printStatus: 'shipped' as const, printCost: 200, isToPrint: false, prints: [shipped] };
    answers['POST /api/admin/orders/9/send-again'] = { json: { quotes: [quote], order: null } };
    const record = await visitOrder(answers, { ...shown, resendablePrintId: 5 });
    await userEvent.click(await record.findByRole('button', { name: 'Send again…' }));
    let dialog = within(screen.getByRole('dialog', { name: 'Send order 9 again' }));
    expect(dialog.getByText(/^Fay Finder/).textContent).toContain('1 Trail');
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    expect(await dialog.findByText('Please enter a reason')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Lost by the carrier');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    dialog = within(screen.getByRole('dialog', { name: 'Send order 9 again' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    expect(await dialog.findByText('The member paid $3.00. Printing has already cost $2.00.')).toBeTruthy();
    expect(dialog.getByText('$5.09 loss')).toBeTruthy();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Give the cards new codes' }));
    expect(dialog.queryByRole('button', { name: 'Send again for $6.09' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Send again for $6.09' }));
    const request = { printOrderId: 5, newCodes: true, reason: 'Lost by the carrier' };
    await waitFor(() => expect(postedCalls().at(-1)?.body).toEqual({ ...request, confirmedQuoteId: quote.quoteId }));
  });

  test('whose address lacks required fields is corrected on the way', async () => {
    answers['POST /api/admin/orders/9/print'] = refused('print_phone_missing');
    const old = { ...memberOrder, shippingAddress: memberOrder.shippingAddress && { ...memberOrder.shippingAddress, phone: null } };
    const record = await visitOrder(answers, old);
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    expect(await dialog.findByText(/needs a phone number/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Correct address…' }));
    const form = within(await screen.findByRole('form', { name: 'Correct address' }));
    await userEvent.clear(form.getByLabelText('State or region'));
    await userEvent.type(form.getByLabelText('State or region'), 'Carolina');
    await userEvent.click(form.getByRole('button', { name: 'Save address' }));
    expect(await form.findByText('Please enter a phone number for the carrier')).toBeTruthy();
    await userEvent.type(form.getByLabelText('Phone'), '+1 828 555 0199');
    await userEvent.click(form.getByRole('button', { name: 'Save address' }));
    expect(await form.findByText(/such as North Carolina or NC/)).toBeTruthy();
    await userEvent.clear(form.getByLabelText('State or region'));
    await userEvent.type(form.getByLabelText('State or region'), 'North Carolina');
    answers['PUT /api/admin/orders/9/address'] = { json: { ...memberOrder, version: 4 } };
    await userEvent.click(form.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByRole('dialog', { name: 'Send order 9 to print' })).toBeTruthy();
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      address: { ...old.shippingAddress, phone: '+1 828 555 0199' },
      version: 3,
    });
  });

  test('is sent to print after its cost was seen, with the chosen service', async () => {
    answers['POST /api/admin/orders/9/print'] = {
      json: { quotes: [quote, { ...quote, quoteId: 'q2', service: 'Express', price: 2_226 }], order: null },
    };
    const record = await visitOrder(answers, memberOrder);
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    await userEvent.click(await dialog.findByLabelText(/Express/));
    answers['POST /api/admin/orders/9/print'] = { json: { quotes: [quote], order: { ...order, orderId: 9, environment: 'production' } } };
    await userEvent.click(dialog.getByRole('button', { name: 'Order for $22.26' }));
    expect(await screen.findByText('Sent to print')).toBeTruthy();
    expect(postedCalls().map(({ body }) => body)).toEqual([
      { cardSize: 'card_flat_105x74_mm', environment: 'production' },
      { cardSize: 'card_flat_105x74_mm', environment: 'production', confirmedQuoteId: 'q2' },
    ]);
  });

  test('loads the cost again after another choice', async () => {
    answers['POST /api/admin/orders/9/print'] = { json: { quotes: [quote], order: null } };
    const record = await visitOrder(answers, memberOrder);
    await userEvent.click(await record.findByRole('button', { name: 'Send to print…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send order 9 to print' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Get a quote' }));
    await dialog.findByRole('button', { name: 'Order for $6.09' });
    await userEvent.selectOptions(dialog.getByLabelText('Card size'), 'card_flat_148x105_mm');
    expect(dialog.getByRole('button', { name: 'Get a quote' })).toBeTruthy();
  });

  test('that was sent shows its status, and cannot be sent again', async () => {
    const printed = {
      ...order,
      orderId: 9,
      environment: 'production',
      status: 'shipped',
      tracking: 'https://track.example.com/1',
    } as const;
    const record = await visitOrder(answers, { ...memberOrder, isToPrint: false, printStatus: 'shipped', prints: [printed] });
    expect(await record.findByText('Shipped')).toBeTruthy();
    expect(record.getByRole('link', { name: /Track package/ })).toHaveProperty('href', 'https://track.example.com/1');
    expect(record.queryByRole('button', { name: 'Send to print…' })).toBeNull();
  });

  test('without an answer from the printer can be tried again, but not canceled', async () => {
    answers['POST /api/admin/print-orders/5/retry'] = { json: { ...order, orderId: 9 } };
    const unanswered = { ...order, orderId: 9, status: 'draft', isUnanswered: true, error: 'Cloudprinter did not answer' } as const;
    const record = await visitOrder(answers, { ...memberOrder, prints: [unanswered] });
    expect(await record.findByText('Cloudprinter did not answer')).toBeTruthy();
    expect(record.queryByRole('button', { name: 'Cancel print' })).toBeNull();
    await userEvent.click(record.getByRole('button', { name: 'Try again' }));
    expect(postedCalls()).toEqual([{ path: '/api/admin/print-orders/5/retry', body: undefined }]);
  });
});
