import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { type Answers, cardForm, checkoutServer, pay, visitCheckout } from '#tests/web/support/checkout-visit.tsx';
import { cardOrder, confirmCall, membershipOrder, paid, payable, refusal } from '#tests/web/support/fake-orders.ts';
import { member } from '#tests/web/support/fake-server.ts';
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

describe('an address with an order', () => {
  test('that was paid shows that, and makes no new one', async () => {
    answers['GET /api/orders/42'] = { json: paid(cardOrder) };
    await visit('/checkout/cache-cards/2?order=42');
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(calls('GET /api/payment-intent/cache-cards/2')).toEqual([]);
  });

  test('that was paid without the server hearing of it is not shown a form again', async () => {
    answers['POST /api/orders/41/confirm'] = { json: paid(membershipOrder) };
    await visit('/checkout/membership/basic?order=41');
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(calls('GET /api/payment-intent/membership/basic')).toEqual([]);
  });

  test('that is open goes on with it', async () => {
    await visit('/checkout/membership/basic?order=41');
    expect(await cardForm()).toBeTruthy();
  });

  test('that has lapsed says so and offers a new one', async () => {
    answers['GET /api/orders/41'] = { json: { ...membershipOrder, status: 'cancelled' } };
    answers['GET /api/payment-intent/membership/basic'] = { json: payable({ ...membershipOrder, id: 43 }) };
    const { history } = await visit('/checkout/membership/basic?order=41');
    expect(await screen.findByRole('heading', { name: 'This order was cancelled' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start a new order' }));
    await cardForm();
    expect(history.at(-1)).toBe('/checkout/membership/basic?order=43');
  });

  test('of another checkout, or of nobody, begins anew', async () => {
    await visit('/checkout/membership/basic?order=42');
    await cardForm();
    expect(calls('POST /api/orders/42/confirm')).toEqual([]);
  });
});

describe('back from the bank', () => {
  async function comeHome(query: string) {
    await signInAs({ role: 'basic' });
    answers['GET /api/user'] = { json: { ...member, role: 'basic' } };
    history.replaceState(null, '', `/?${query}`);
    render(<App />);
  }

  test('Home moves on to the checkout of the payment, with the bank’s word', async () => {
    answers['GET /api/orders/by-payment/pi_1'] = { json: { orderId: 41, type: 'membership', checkoutId: 'basic' } };
    await comeHome('payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_abc&redirect_status=failed');
    const form = within(await screen.findByRole('form', { name: 'Card payment' }, { timeout: 5_000 }));
    expect(form.getByText(/Your bank did not approve the payment/)).toBeTruthy();
    expect(location.pathname + location.search).toBe('/checkout/membership/basic?order=41');
  });

  test('a payment without an order leads to the membership', async () => {
    answers['GET /api/membership'] = {
      json: { tier: 'basic', state: 'active', paidUntil: null, graceUntil: null, yearlyPrice: null, renewalAmount: null },
    };
    answers['GET /api/payments'] = { json: { payments: [], nextCursor: null } };
    await comeHome('payment_intent=pi_9&redirect_status=succeeded');
    await waitFor(() => expect(location.pathname + location.search).toBe('/account?tab=membership'));
  });

  test('a payment that cannot be looked up is asked for again, and not paid again', async () => {
    answers['GET /api/orders/by-payment/pi_1'] = new TypeError('Failed to fetch');
    await comeHome('payment_intent=pi_1&redirect_status=succeeded');
    expect(await screen.findByText(/Please don’t pay again until it’s checked/)).toBeTruthy();
    answers['GET /api/orders/by-payment/pi_1'] = { json: { orderId: 41, type: 'membership', checkoutId: 'basic' } };
    answers['GET /api/orders/41'] = { json: paid(membershipOrder) };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  test('a yes waits for the server’s word', async () => {
    await visit('/checkout/membership/basic?order=41&redirect_status=succeeded');
    expect(await screen.findByText('Waiting for confirmation…')).toBeTruthy();
    expect(calls('GET /api/payment-intent/membership/basic')).toEqual([]);
    answers['POST /api/orders/41/confirm'] = { json: paid(membershipOrder) };
    expect(await screen.findByRole('heading', { name: 'Payment Successful' }, { timeout: 5_000 })).toBeTruthy();
  });

  test('a no leaves the form usable', async () => {
    await visit('/checkout/membership/basic?order=41&redirect_status=failed');
    const form = within(await cardForm());
    expect(form.getByText(/Your bank did not approve the payment/)).toBeTruthy();
    expect(screen.getAllByText('Payment Failed')).toHaveLength(2);
    answers[confirmCall] = succeeded;
    answers['POST /api/orders/41/confirm'] = { json: paid(membershipOrder) };
    await pay();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });
});

describe('a checkout that cannot be', () => {
  test.each([
    ['/checkout/gold/1', 404, 'Invalid checkout URL'],
    ['/checkout/membership/gold', 404, 'Invalid checkout URL'],
    ['/checkout/cache-cards/0', 400, 'Minimum 1 card'],
    ['/checkout/cache-cards/101', 400, 'Maximum 100 cards'],
    ['/checkout/cache-cards/5', 403, 'Membership Required: Upgrade to Basic or Premium membership to order Cache Cards'],
  ])('%s says why, and goes back Home', async (path, status, message) => {
    answers[`GET /api/payment-intent/${path.replace('/checkout/', '')}`] = { status, json: refusal(message) };
    const { history } = await visit(path);
    expect(await screen.findByRole('heading', { name: 'Payment Error' })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Go Back' }));
    expect(history.at(-1)).toBe('/');
  });

  test.each([
    ['the provider is down', { status: 502, json: refusal('Failed to initialize payment') }, 'Failed to initialize payment'],
    ['the answer is none', { status: 200, text: '<html>' }, 'Failed to retrieve payment information'],
    ['there is no secret', { json: { ...payable(membershipOrder), clientSecret: undefined } }, 'No client secret returned'],
    ['there is no network', new TypeError('Failed to fetch'), 'No connection. Check your network and try again.'],
  ])('for now, since %s, can be tried again', async (_why, answer, message) => {
    answers['GET /api/payment-intent/membership/basic'] = answer;
    await visit('/checkout/membership/basic');
    expect(await screen.findByText(message)).toBeTruthy();
    answers['GET /api/payment-intent/membership/basic'] = { json: payable(membershipOrder) };
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await cardForm()).toBeTruthy();
  });
});
