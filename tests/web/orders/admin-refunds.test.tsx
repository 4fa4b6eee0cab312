import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { memberOrder } from '#tests/web/support/print-samples.ts';
import { visitOrder } from '#tests/web/support/print-visits.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const payment: AdminOrderPage['payments'][number] = {
  ...{ id: 5, description: '7 Cache Cards', amount: 700, fromBalance: 0, refunded: 200, owed: 0, status: 'partially_refunded' },
  ...{ paidAt: '2026-11-20T10:01:00.000Z', hasReceipt: true, refundable: 500, whyNotRefundable: null },
};
const order: AdminOrderPage = { ...memberOrder, payments: [payment] };
const nothing: RefundEffects = {
  ...{ isFullRefund: false, membership: null, commission: null, treasureKeys: 0 },
  ...{ cards: 0, tokensTaken: 0, tokensOwed: 0, communityKeys: 0 },
};
const effects = (amount: number) => `GET /api/admin/orders/9/refund-effects?paymentId=5&amount=${amount}`;
const send = 'POST /api/admin/orders/9/refunds';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => {};
  answers = {
    [effects(500)]: { json: { ...nothing, isFullRefund: true, cards: 7, tokensTaken: 11, tokensOwed: 1, communityKeys: 1 } },
    [effects(150)]: { json: nothing },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function open() {
  const dialog = await visitOrder(answers, order);
  await userEvent.click(await dialog.findByRole('button', { name: 'Refund…' }));
}
const button = () => screen.getByRole('button', { name: /^Refund/ });
const amount = () => screen.getByLabelText('Amount in dollars');

test('the effects are loaded for the typed amount, and the refund is sent with that amount and version', async () => {
  answers[send] = { json: { ...order, refunded: 350 } };
  await open();
  expect(amount()).toHaveProperty('value', '5.00');
  for (const line of [
    'A refund of 90% or more of a payment counts as a full refund.',
    '7 cards in this order are disabled.',
    '11 Treasure Tokens they earned are taken back.',
    'The balance is too low to take back every token, so the member will owe 1 Treasure Token.',
  ])
    expect(await screen.findByText(line)).toBeTruthy();

  await userEvent.clear(amount());
  await userEvent.type(amount(), '5.01');
  expect(button()).toHaveProperty('disabled', true);
  expect(screen.getByText('You can refund at most $5.00.')).toBeTruthy();
  await userEvent.clear(amount());
  await userEvent.type(amount(), '1.5');
  expect(await screen.findByText('A partial refund doesn’t affect the membership, cards, tokens or commissions.')).toBeTruthy();
  expect(screen.queryByText(/counts as a full refund/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Reason for Stripe'), 'Duplicate payment');
  await userEvent.type(screen.getByLabelText('Note'), 'Two came bent');
  await userEvent.click(screen.getByRole('button', { name: 'Refund $1.50' }));
  expect(await screen.findByText('$1.50 is on its way back to the card.')).toBeTruthy();
  expect(sent.find(({ method, path }) => method === 'POST' && path.endsWith('/refunds'))?.body).toEqual({
    ...{ paymentId: 5, amount: 150, refunded: 200, reason: 'duplicate', note: 'Two came bent' },
  });
});

test('a missing answer from Stripe is reported, and the input stays', async () => {
  answers[send] = refused('refund_unanswered');
  await open();
  await userEvent.type(screen.getByLabelText('Note'), 'Two came bent');
  await userEvent.click(button());
  expect(await screen.findByText('We don’t know whether this went through')).toBeTruthy();
  expect(
    screen.getByText(`${errorMessage('refund_unanswered')} It’s safe to submit this form again: nothing is refunded twice.`),
  ).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Two came bent'));
});
