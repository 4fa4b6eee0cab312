/** @module-tag long */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { type Answers, cardForm, checkoutServer, pay, visitCheckout } from '#tests/web/support/checkout-visit.tsx';
import { cardOrder, confirmCall, membershipOrder, paidOrder, payable } from '#tests/web/support/fake-orders.ts';
import { member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { App } from '#web/app.tsx';
import { dismissToast } from '#web/lib/react/toast.ts';

const succeeded = { json: { id: 'pi_1', status: 'succeeded' } };

let answers: Answers;
let calls: ReturnType<typeof checkoutServer>['calls'];
beforeEach(() => {
  ({ answers, calls } = checkoutServer());
});
afterEach(() => {
  vi.unstubAllGlobals();
  act(dismissToast);
});

const visit = (path: string, user?: Partial<User>) => visitCheckout(answers, path, user);

describe('a checkout address with an order', () => {
  test('that is paid shows that, without a new order', async () => {
    answers['GET /api/orders/42'] = { json: paidOrder(cardOrder) };
    await visit('/checkout/cache-cards/2?order=42');
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(calls('GET /api/payment-intent/cache-cards/2')).toEqual([]);
  });

  test('that is paid, but not yet confirmed by the server, shows no form', async () => {
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await visit('/checkout/membership/basic?order=41');
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(calls('GET /api/payment-intent/membership/basic')).toEqual([]);
  });

  test('that is open continues it', async () => {
    await visit('/checkout/membership/basic?order=41');
    expect(await cardForm()).toBeTruthy();
  });

  test('that has expired is reported, with a new one offered', async () => {
    answers['GET /api/orders/41'] = { json: { ...membershipOrder, status: 'cancelled' } };
    answers['GET /api/payment-intent/membership/basic'] = { json: payable({ ...membershipOrder, id: 43 }) };
    const { history } = await visit('/checkout/membership/basic?order=41');
    expect(await screen.findByRole('heading', { name: 'This order was canceled' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start a new order' }));
    await cardForm();
    expect(history.at(-1)).toBe('/checkout/membership/basic?order=43');
  });

  test('of another checkout, or an unknown one, starts over', async () => {
    await visit('/checkout/membership/basic?order=42');
    await cardForm();
    expect(calls('POST /api/orders/42/confirm')).toEqual([]);
  });
});

describe('returning from the bank', () => {
  async function returnHome(query: string) {
    await signInAs({ role: 'basic' });
    answers['GET /api/user'] = { json: { ...member, role: 'basic' } };
    history.replaceState(null, '', `/?${query}`);
    render(<App />);
  }

  test('moves from Home to the checkout of the payment, with the bank’s result', async () => {
    answers['GET /api/orders/by-payment/pi_1'] = { json: { orderId: 41, type: 'membership', checkoutId: 'basic' } };
    await returnHome('payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_abc&redirect_status=failed');
    const form = within(await screen.findByRole('form', { name: 'Card payment' }, { timeout: 5_000 }));
    expect(form.getByText(/Your bank did not approve the payment/)).toBeTruthy();
    expect(location.pathname + location.search).toBe('/checkout/membership/basic?order=41');
  });

  test('with a payment without an order leads to the membership', async () => {
    answers['GET /api/membership'] = {
      json: { tier: 'basic', state: 'active', paidUntil: null, graceUntil: null, yearlyPrice: null, renewalAmount: null, dispute: null },
    };
    answers['GET /api/payments'] = { json: { payments: [], nextCursor: null } };
    await returnHome('payment_intent=pi_9&redirect_status=succeeded');
    await waitFor(() => expect(location.pathname + location.search).toBe('/account?tab=membership'));
  });

  test('with a payment that cannot be loaded retries loading, without a second payment', async () => {
    answers['GET /api/orders/by-payment/pi_1'] = new TypeError('Failed to fetch');
    await returnHome('payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByText(/Please don’t pay again until we’ve checked/)).toBeTruthy();
    answers['GET /api/orders/by-payment/pi_1'] = { json: { orderId: 41, type: 'membership', checkoutId: 'basic' } };
    answers['GET /api/orders/41'] = { json: paidOrder(membershipOrder) };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  test('with success waits for the server’s confirmation', async () => {
    await visit('/checkout/membership/basic?order=41&redirect_status=succeeded');
    expect(await screen.findByText('Waiting for confirmation…')).toBeTruthy();
    expect(calls('GET /api/payment-intent/membership/basic')).toEqual([]);
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    expect(await screen.findByRole('heading', { name: 'Payment Successful' }, { timeout: 5_000 })).toBeTruthy();
  });

  test('with a failure leaves the form usable', async () => {
    await visit('/checkout/membership/basic?order=41&redirect_status=failed');
    const form = within(await cardForm());
    expect(form.getByText(/Your bank did not approve the payment/)).toBeTruthy();
    expect(screen.getAllByText('Payment Failed')).toHaveLength(2);
    answers[confirmCall] = succeeded;
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await pay();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });
});

test('a free member who wants cards chooses a plan first', async () => {
  answers['GET /api/payment-intent/cache-cards/5'] = refused('membership_required');
  await visit('/checkout/cache-cards/5');
  expect(await screen.findByRole('heading', { name: 'Choose a plan first' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe('/account?tab=membership');
});

describe('an impossible checkout', () => {
  test.each([
    ['/checkout/gold/1', 'invalid_checkout'],
    ['/checkout/membership/gold', 'invalid_checkout'],
    ['/checkout/cache-cards/0', 'too_few_cards'],
    ['/checkout/cache-cards/101', 'too_many_cards'],
  ] as const)('at %s shows the reason, and returns Home', async (path, code) => {
    answers[`GET /api/payment-intent/${path.replace('/checkout/', '')}`] = refused(code);
    const { history } = await visit(path);
    expect(await screen.findByRole('heading', { name: 'Payment Error' })).toBeTruthy();
    expect(screen.getByText(errorMessage(code))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go Back' }));
    expect(history.at(-1)).toBe('/');
  });

  test.each([
    ['the provider is down', refused('payment_unavailable'), errorMessage('payment_unavailable')],
    ['the answer is invalid', { status: 200, text: '<html>' }, 'Failed to retrieve payment information'],
    ['the secret is missing', { json: { ...payable(membershipOrder), clientSecret: undefined } }, 'No client secret returned'],
    ['the network is missing', new TypeError('Failed to fetch'), 'No connection. Check your network and try again.'],
  ])('because %s can be tried again', async (_why, answer, message) => {
    answers['GET /api/payment-intent/membership/basic'] = answer;
    await visit('/checkout/membership/basic');
    expect(await screen.findByText(message)).toBeTruthy();
    answers['GET /api/payment-intent/membership/basic'] = { json: payable(membershipOrder) };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await cardForm()).toBeTruthy();
  });
});
