/** What a colleague does in the same case or order appears by itself, and loses nothing that is being typed. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { reviewCase } from '#tests/support/reviews/review-case-page.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { visit } from '#tests/web/support/admin-tab.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { memberOrder, order as print, quote } from '#tests/web/support/print-samples.ts';
import { visitOrder } from '#tests/web/support/print-visits.tsx';
import { ReviewsTab } from '#web/features/reviews/admin/ReviewsTab.tsx';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const bea = 'bea@demo.test';
const reports = () => sent.filter(({ path }) => path === '/api/admin/viewers').map(({ body }) => body);

/** Answers the page's next reports, which focusing the window sends. */
function answerReports(version: number, isActing = false) {
  answers['POST /api/admin/viewers'] = { json: { viewers: [{ email: bea, isActing }], version } };
  window.dispatchEvent(new Event('focus'));
}

test('a colleague’s decision on the open case keeps the typed reason, which can no longer be sent', async () => {
  const shown = reviewCase({ finders: 2, cards: 20, secondsApart: 1 });
  const { review } = shown;
  answers['GET /api/admin/reviews/5/case'] = { json: { ...shown, review } };
  answers['GET /api/admin/reviews?limit=200'] = { json: [review] };
  answers[`GET /api/admin/review-decisions?member=${review.user.id}`] = { json: [] };
  answerReports(review.version, true);
  await signInAsAdmin({ role: 'super_admin' });
  visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
  expect(await screen.findByText(`${bea} is making a decision.`)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Refuse…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse certificate' }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), ' Mine');
  const passed = { ...review, review: 'passed', decidedAt: '2026-11-21T12:00:00.000Z', decidedBy: bea, version: review.version + 1 };
  answers['GET /api/admin/reviews/5/case'] = { json: { ...shown, review: passed } };
  answerReports(passed.version);
  expect(await dialog.findByText(new RegExp(`^${bea} decided on`))).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toMatch(/ Mine$/);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Refuse certificate' }).disabled).toBe(true);
  expect(reports().at(-1)).toEqual({ kind: 'review', id: 5, isActing: true });
  const reload = sent.filter(({ path }) => path === '/api/admin/reviews/5/case').at(-1);
  expect(reload?.headers.get('X-Background')).toBe('1');
});

test('a colleague who sends the order again is named next to the typed reason', async () => {
  const shipped = { ...print, id: 5, orderId: 9, environment: 'production' as const, status: 'shipped' as const };
  const shown: AdminOrderPage = { ...memberOrder, isToPrint: false, prints: [shipped], resendablePrintId: 5 };
  answers['POST /api/admin/orders/9/send-again'] = { json: { quotes: [quote], order: null } };
  answerReports(shown.revision);
  const dialog = await visitOrder(answers, shown);
  await userEvent.click(await dialog.findByRole('button', { name: 'Send again…' }));
  const form = within(await screen.findByRole('form', { name: 'Send again' }));
  await userEvent.type(form.getByLabelText('Reason'), 'Lost');
  await userEvent.click(form.getByRole('button', { name: 'Get a quote' }));
  expect(await form.findByRole('button', { name: 'Send again for $6.09' })).toBeTruthy();
  answers['GET /api/admin/orders/9'] = { json: { ...shown, quotedBy: bea, revision: 4 } };
  answerReports(4);
  expect(await form.findByText(new RegExp(`^${bea} got a new quote`))).toBeTruthy();
  const resent = { ...shipped, id: 6, status: 'ordered' as const, resendOfId: 5 };
  answers['GET /api/admin/orders/9'] = {
    json: { ...shown, quotedBy: bea, revision: 5, prints: [resent, shipped], resendablePrintId: null },
  };
  answerReports(5);
  expect(await form.findByText(new RegExp(`^${bea} already sent them.`))).toBeTruthy();
  expect(form.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Lost');
});

test('a colleague who sends the order to print is named when the form closes', async () => {
  answers['POST /api/admin/orders/9/print'] = { json: { quotes: [quote], order: null } };
  answerReports(memberOrder.revision);
  const dialog = await visitOrder(answers, memberOrder);
  await userEvent.click(await dialog.findByRole('button', { name: 'Send to print…' }));
  const form = within(await screen.findByRole('form', { name: 'Send to print' }));
  await userEvent.click(form.getByRole('button', { name: 'Get a quote' }));
  expect(await form.findByRole('button', { name: 'Order for $6.09' })).toBeTruthy();
  answers['GET /api/admin/orders/9'] = { json: { ...memberOrder, quotedBy: bea, revision: 4 } };
  answerReports(4);
  expect(await form.findByText(new RegExp(`^${bea} got a new quote`))).toBeTruthy();
  const ordered = { ...print, orderId: 9, environment: 'production' as const, status: 'ordered' as const };
  answers['GET /api/admin/orders/9'] = { json: { ...memberOrder, quotedBy: bea, revision: 5, isToPrint: false, prints: [ordered] } };
  answerReports(5);
  expect(await screen.findByText(`${bea} already sent it.`)).toBeTruthy();
});

test('a colleague who corrects the address or refunds the order is named next to what was typed', async () => {
  answerReports(memberOrder.revision);
  const dialog = await visitOrder(answers, memberOrder);
  await userEvent.click(await dialog.findByRole('button', { name: 'Send to print…' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Correct address…' }));
  const form = within(await screen.findByRole('form', { name: 'Correct address' }));
  await userEvent.type(form.getByLabelText('City'), '!');
  const shippingAddress = { ...memberOrder.shippingAddress, phone: '+1 828 555 0199' };
  answers['GET /api/admin/orders/9'] = { json: { ...memberOrder, shippingAddress, addressCorrectedBy: bea, version: 4, revision: 4 } };
  answerReports(4);
  expect(await form.findByText(`${bea} changed this address`)).toBeTruthy();
  expect(form.getByText(/^It is now .*, phone \+1 828 555 0199\. What you typed is still here\.$/)).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>('City').value).toBe('Boone!');
  await userEvent.click(form.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('form', { name: 'Send to print' })).toBeTruthy();
  const refund = { id: 1, paymentId: 3, amount: 200, reason: 'duplicate', note: 'Done', state: 'made', error: null } as const;
  const refunds = [{ ...refund, askedAt: '2026-11-21T12:00:00.000Z', askedBy: bea }];
  const refunded = { status: 'refunded' as const, refunded: 200, refunds, isToPrint: false };
  answers['GET /api/admin/orders/9'] = { json: { ...memberOrder, ...refunded, version: 4, revision: 5 } };
  answerReports(5);
  expect(await screen.findByText(`${bea} refunded the order.`)).toBeTruthy();
});

test('a refund form asks to check a colleague’s refund before another one', async () => {
  const payment = {
    ...{ id: 3, description: '2 Cache Cards', amount: 1_000, refunded: 0, owed: 0, fromBalance: 0, status: 'paid' as const },
    ...{ hasReceipt: false, paidAt: '2026-11-20T10:01:00.000Z', refundable: 1_000, whyNotRefundable: null },
  };
  const effects = { isFullRefund: false, membership: null, commission: null, treasureKeys: 0 };
  const none = { cards: 0, tokensTaken: 0, tokensOwed: 0, communityKeys: 0 };
  answers['GET /api/admin/orders/9/refund-effects?paymentId=3&amount=500'] = { json: { ...effects, ...none } };
  answers['GET /api/admin/orders/9/refund-effects?paymentId=3&amount=1000'] = { json: { ...effects, ...none } };
  const shown: AdminOrderPage = { ...memberOrder, amount: 1_000, payments: [payment] };
  answerReports(shown.revision);
  const dialog = await visitOrder(answers, shown);
  await userEvent.click(await dialog.findByRole('button', { name: 'Refund…' }));
  const form = within(await screen.findByRole('form', { name: 'Refund' }));
  await userEvent.clear(form.getByLabelText('Amount in dollars'));
  await userEvent.type(form.getByLabelText('Amount in dollars'), '5');
  await userEvent.type(form.getByLabelText('Note'), 'Half of it');
  const after = { ...shown, refunded: 500, revision: 5, payments: [{ ...payment, refunded: 500, refundable: 500 }] };
  const refund = { id: 1, paymentId: 3, amount: 500, reason: 'duplicate', note: 'Done', state: 'made', error: null } as const;
  answers['GET /api/admin/orders/9'] = {
    json: { ...after, refunds: [{ ...refund, askedAt: '2026-11-21T12:00:00.000Z', askedBy: bea }] },
  };
  answerReports(5);
  expect(await form.findByText(new RegExp(`^${bea} requested a refund of \\$5\\.00`))).toBeTruthy();
  const submit = form.getByRole<HTMLButtonElement>('button', { name: 'Refund $5.00' });
  expect(submit.disabled).toBe(true);
  await userEvent.click(form.getByRole('button', { name: 'I’ve checked the changes' }));
  answers['POST /api/admin/orders/9/refunds'] = { json: after };
  await userEvent.click(submit);
  expect(await screen.findByText('Refunded', { selector: '.toast strong' })).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/admin/orders/9/refunds')?.body).toMatchObject({
    amount: 500,
    refunded: 500,
    note: 'Half of it',
  });
});
