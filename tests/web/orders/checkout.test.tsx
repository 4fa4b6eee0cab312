import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { type Answers, cardForm, checkoutServer, pay, payButton, typeCard, visitCheckout } from '#tests/web/support/checkout-visit.tsx';
import { confirmCall, membershipOrder, paidOrder, payable } from '#tests/web/support/fake-orders.ts';
import { refused } from '#tests/web/support/refused.ts';
import { site } from '#tests/web/support/site-config.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const leave = vi.hoisted(() => ({ for: vi.fn() }));
vi.mock('#web/lib/redirect-to.ts', () => ({ redirectTo: leave.for }));

const succeeded = { json: { id: 'pi_1', status: 'succeeded' } };
const declined = {
  status: 402,
  json: { error: { message: 'Your card was declined.', code: 'card_declined', payment_intent: { status: 'requires_payment_method' } } },
};
const noAnswer = new TypeError('Failed to fetch');

let answers: Answers;
let calls: ReturnType<typeof checkoutServer>['calls'];
beforeEach(() => {
  ({ answers, calls } = checkoutServer());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  act(dismissToast);
});

const visit = (path: string, user?: Partial<User>) => visitCheckout(answers, path, user);

describe('checking out a membership', () => {
  test('shows the price, keeps the order in the address, and completes only with the server’s confirmation', async () => {
    const { history } = await visit('/checkout/membership/basic');
    await cardForm();
    const summary = within(screen.getByRole('region', { name: 'Order summary' }));
    expect(summary.getByText('Basic membership, one year')).toBeTruthy();
    expect(summary.getAllByText('$50.00')).toHaveLength(2);
    expect(summary.getByText('Your card will be charged immediately and your membership will be active for one year.')).toBeTruthy();
    expect(history.at(-1)).toBe('/checkout/membership/basic?order=41');

    answers[confirmCall] = succeeded;
    await pay();
    expect(await screen.findByText('Waiting for confirmation…')).toBeTruthy();
    expect(screen.queryByText('Payment Successful')).toBeNull();
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    expect(await screen.findByRole('heading', { name: 'Payment Successful' }, { timeout: 5_000 })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Dashboard' }).getAttribute('href')).toBe('/dashboard');
    await waitFor(() => expect(calls('GET /api/user').length).toBeGreaterThan(0));
    expect(calls(confirmCall)).toHaveLength(1);
  });

  test('shows at its button the yearly renewal, its price and date and how to cancel', async () => {
    await visit('/checkout/membership/basic');
    await cardForm();
    const terms = screen.getByText(/^Renews every year at \$50\.00/);
    expect(terms.textContent).toContain('until you cancel. Cancel anytime in Account, under Membership.');
    expect(terms.compareDocumentPosition(payButton()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(payButton().getAttribute('aria-describedby')).toBe(terms.id);
  });

  test('shows the unused part of a basic year', async () => {
    answers['GET /api/payment-intent/membership/premium'] = {
      json: payable({
        ...membershipOrder,
        checkoutId: 'premium',
        description: 'Premium membership, one year',
        amount: 7_001,
        credit: 2_999,
      }),
    };
    await visit('/checkout/membership/premium', { role: 'basic' });
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    for (const figure of ['$100.00', '−$29.99', '$70.01']) expect(summary.getByText(figure)).toBeTruthy();
    expect(await screen.findByText(/^Renews every year at \$100\.00/)).toBeTruthy();
  });

  test('shows the part that the balance pays, and charges the card for the rest', async () => {
    const { orderDetails, ...rest } = payable(membershipOrder);
    answers['GET /api/payment-intent/membership/basic'] = {
      json: { ...rest, orderDetails: { ...orderDetails, fromBalance: 2_000, dueNow: 3_000 } },
    };
    await visit('/checkout/membership/basic');
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    for (const figure of ['$50.00', '−$20.00', '$30.00']) expect(summary.getAllByText(figure).length).toBeGreaterThan(0);
    await cardForm();
    expect(payButton().textContent).toBe('Pay $30.00');
    expect(screen.getByText(/^Renews every year at \$50\.00/)).toBeTruthy();
  });

  test('asks for the password before the balance pays part of the price', async () => {
    const path = '/api/payment-intent/membership/basic';
    answers[`GET ${path}`] = refused('password_or_sign_in');
    answers[`POST ${path}`] = refused('wrong_current_password');
    await visit('/checkout/membership/basic');
    expect(await screen.findByText(/^Your balance pays part of the price/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Current password'), 'secret-1');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
    expect((await screen.findAllByText(errorMessage('wrong_current_password'))).length).toBeGreaterThan(0);
    answers[`POST ${path}`] = { json: payable(membershipOrder) };
    answers[`GET ${path}`] = { json: payable(membershipOrder) };
    await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
    expect(await cardForm()).toBeTruthy();
    expect(calls(`POST ${path}`).map(({ body }) => body)).toEqual([{ currentPassword: 'secret-1' }, { currentPassword: 'secret-1' }]);
  });

  test('that the balance covers needs no card: a button with the terms starts it', async () => {
    const { orderDetails, ...rest } = payable(membershipOrder);
    answers['GET /api/payment-intent/membership/basic'] = {
      json: { ...rest, clientSecret: null, orderDetails: { ...orderDetails, fromBalance: 5_000, dueNow: 0 } },
    };
    const path = `/api/orders/${membershipOrder.id}`;
    answers[`POST ${path}/use-balance`] = refused('not_covered');
    await visit('/checkout/membership/basic');
    const button = await screen.findByRole('button', { name: 'Pay $50.00 from my balance' });
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Renews every year at \$50\.00/);
    await userEvent.click(button);
    expect((await screen.findAllByText(errorMessage('not_covered'))).length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText('Current password'), 'secret-1');
    answers[`POST ${path}/use-balance`] = { json: paidOrder(membershipOrder) };
    answers[`POST ${path}/confirm`] = { json: paidOrder(membershipOrder) };
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(calls(`POST ${path}/use-balance`).map(({ body }) => body)).toEqual([{}, { currentPassword: 'secret-1' }]);
  });

  test('with a failed renewal pays it without an order', async () => {
    const renewal = {
      description: 'Renewal of your Basic membership, one year',
      quantity: 1,
      amount: 5_000,
      fromBalance: 0,
      dueNow: 5_000,
    };
    answers['GET /api/payment-intent/membership/basic'] = {
      json: { clientSecret: 'pi_1_secret_abc', orderDetails: renewal, order: null },
    };
    const grace = {
      tier: 'basic',
      paidUntil: '2027-11-21T08:00:00.000Z',
      graceUntil: '2026-11-28T08:00:00.000Z',
      yearlyPrice: 5_000,
      renewalAmount: 5_000,
      dispute: null,
    };
    answers['POST /api/membership/confirm'] = { json: { ...grace, state: 'active', graceUntil: null } };
    answers[confirmCall] = succeeded;
    const { history } = await visit('/checkout/membership/basic', { role: 'basic' });
    await pay();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(screen.getByText(/Your Basic membership continues/)).toBeTruthy();
    expect(history.at(-1)).toBe('/checkout/membership/basic');
  });
});

describe('the payment form', () => {
  test('formats the card as printed on it and sends it once, however often the button is pressed', async () => {
    let answer: (value: { json: unknown }) => void = () => {};
    const bodies: URLSearchParams[] = [];
    await visit('/checkout/membership/basic');
    await typeCard();
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    expect(screen.getByLabelText('Expiry')).toHaveProperty('value', '12 / 40');
    const delayedAnswer = new Promise<{ json: unknown }>((resolve) => {
      answer = resolve;
    });
    const served = fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (!path.includes('local-stripe')) return served(path, init);
      bodies.push(init.body as URLSearchParams);
      return new Response(JSON.stringify((await delayedAnswer).json));
    });
    await userEvent.dblClick(payButton());
    await userEvent.type(screen.getByLabelText('Security code'), '{Enter}');
    expect(screen.getByRole('button', { name: 'Paying…' })).toBeTruthy();
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    answer(succeeded);
    await screen.findByRole('heading', { name: 'Payment Successful' });
    expect(bodies.map((body) => Object.fromEntries(body))).toEqual([
      {
        key: 'pk_test_local',
        client_secret: 'pi_1_secret_abc',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][name]': 'Fay Finder',
        return_url: 'https://cards.test/',
      },
    ]);
  });

  test('reports what is wrong with a card without a request', async () => {
    await visit('/checkout/membership/basic');
    await pay('4242424242424241');
    expect(screen.getByText('Your card number is invalid.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
    await userEvent.clear(screen.getByLabelText('Card number'));
    await userEvent.clear(screen.getByLabelText('Expiry'));
    await userEvent.type(screen.getByLabelText('Expiry'), '0125');
    await userEvent.click(payButton());
    expect(screen.getByText('Your card number is incomplete.')).toBeTruthy();
    expect(screen.getByText('Your card’s expiration date is in the past.')).toBeTruthy();
    expect(calls(confirmCall)).toEqual([]);
  });

  test('keeps every field after a decline, and pays with another card', async () => {
    answers[confirmCall] = declined;
    await visit('/checkout/membership/basic');
    await pay('4000000000000002');
    const form = within(await cardForm());
    expect(await form.findByText('Your card was declined.')).toBeTruthy();
    expect(screen.getAllByText('Payment Failed')).toHaveLength(2);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4000 0000 0000 0002');
    expect(screen.getByLabelText('Security code')).toHaveProperty('value', '123');

    answers[confirmCall] = succeeded;
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await userEvent.click(payButton());
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
    expect(screen.getByText('Payment Successful', { selector: '.toast-success *' })).toBeTruthy();
    expect(screen.queryByText('Payment Failed')).toBeNull();
  });

  test('accepts a payment that another tab has made', async () => {
    answers[confirmCall] = {
      status: 400,
      json: { error: { message: 'Unexpected state', code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } } },
    };
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await visit('/checkout/membership/basic');
    await pay();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  test('leaves for the bank’s page if the bank requires it', async () => {
    const url = 'http://localhost:9999/authenticate/pi_1';
    answers[confirmCall] = { json: { status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: { url } } } };
    await visit('/checkout/membership/basic');
    await pay();
    await waitFor(() => expect(leave.for).toHaveBeenCalledWith(url));
    expect(screen.getByRole('button', { name: 'Paying…' })).toBeTruthy();
  });

  test('explains that payments are not set up', async () => {
    answers['GET /api/config'] = { json: { ...site, localPayments: false } };
    await visit('/checkout/membership/basic');
    expect(await screen.findByText('Card payments aren’t available yet.')).toBeTruthy();
  });
});

describe('a broken connection to the checkout', () => {
  test('during a payment checks its outcome before another attempt', async () => {
    answers[confirmCall] = noAnswer;
    await visit('/checkout/membership/basic');
    await pay();
    const form = within(await cardForm());
    expect(await form.findByText(/Try again; you won’t be charged twice/)).toBeTruthy();
    expect(calls('POST /api/orders/41/confirm')).toHaveLength(1);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  test('that persists keeps checking, and offers no second payment', async () => {
    answers[confirmCall] = noAnswer;
    answers['POST /api/orders/41/confirm'] = noAnswer;
    await visit('/checkout/membership/basic');
    await pay();
    const check = await screen.findByRole('button', { name: 'Check my payment' });
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await userEvent.click(check);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });

  test('of the server is reported after a minute as a received payment, and never charges again', { tags: 'long' }, async () => {
    answers[confirmCall] = succeeded;
    await visit('/checkout/membership/basic');
    await typeCard();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(payButton());
    await screen.findByText('Waiting for confirmation…');
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByText('Your payment is being confirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /pay/i })).toBeNull();
    expect(calls('POST /api/orders/41/confirm').length).toBeGreaterThan(5);
    answers['POST /api/orders/41/confirm'] = { json: paidOrder(membershipOrder) };
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeTruthy();
  });
});
