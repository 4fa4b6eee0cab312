import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { CardPayment } from '#web/features/orders/payment/CardPayment.tsx';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { PayButton } from '#web/features/orders/payment/PayButton.tsx';

/** Mocks the parts of Stripe's script that the form uses. `say` simulates events from Stripe's iframe. */
const stripe = vi.hoisted(() => {
  const listeners = new Map<string, () => void>();
  const element = { on: (name: string, listener: () => void) => listeners.set(name, listener), mount: vi.fn(), destroy: vi.fn() };
  const elements = { create: vi.fn(() => element), submit: vi.fn(), update: vi.fn() };
  return {
    element,
    elements,
    load: vi.fn(),
    instance: { elements: vi.fn(() => elements), confirmPayment: vi.fn() },
    say: (name: string) => listeners.get(name)?.(),
    recolor: () => {},
  };
});
vi.mock('#web/features/orders/payment/stripe-elements.ts', () => ({
  getStripe: stripe.load,
  currentAppearance: () => ({ theme: 'flat' }),
  onColorScheme: (listener: () => void) => {
    stripe.recolor = listener;
    return () => {};
  },
}));

const results: PayResult[] = [];
beforeEach(async () => {
  results.length = 0;
  vi.clearAllMocks();
  stripe.load.mockResolvedValue(stripe.instance);
  stripe.elements.submit.mockResolvedValue({});
  fakeServer({ 'GET /api/config': { json: { ...site, stripePublishableKey: 'pk_test_1', localPayments: false } } });
  await signInAs({});
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  return render(
    <PageFrame>
      <CardPayment
        clientSecret="pi_1_secret_abc"
        label="Card payment"
        onPay={(attempt) => void attempt().then((result) => results.push(result))}
      >
        <p>Above the button</p>
        <PayButton label="Pay $50.00" pendingLabel="Paying…" isBusy={false} terms="Renews every year." />
      </CardPayment>
    </PageFrame>,
  );
}

async function showReady() {
  const view = show();
  await waitFor(() => expect(stripe.element.mount).toHaveBeenCalled());
  act(() => stripe.say('ready'));
  return view;
}

async function payAnd(answer: object): Promise<PayResult | undefined> {
  stripe.instance.confirmPayment.mockResolvedValue(answer);
  await showReady();
  await userEvent.click(screen.getByRole('button', { name: 'Pay $50.00' }));
  await waitFor(() => expect(results).toHaveLength(1));
  return results[0];
}

describe('Stripe’s own card form', () => {
  test('shows the terms next to its button', async () => {
    await showReady();
    const button = screen.getByRole('button', { name: 'Pay $50.00', description: 'Renews every year.' });
    expect(button.previousElementSibling).toBe(screen.getByText('Renews every year.'));
  });

  test('is loaded with our key and pays without leaving, unless the bank requires it', async () => {
    expect(await payAnd({ paymentIntent: { status: 'succeeded' } })).toEqual({ status: 'succeeded' });
    expect(stripe.load).toHaveBeenCalledWith('pk_test_1');
    expect(stripe.instance.elements).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_abc', appearance: { theme: 'flat' } });
    expect(stripe.instance.confirmPayment).toHaveBeenCalledWith({
      elements: stripe.elements,
      confirmParams: { return_url: 'https://cards.test/' },
      redirect: 'if_required',
    });
    expect(screen.getByText('Above the button')).toBeTruthy();
  });

  test.each([
    [
      'a decline',
      { error: { type: 'card_error', message: 'Your card was declined.' } },
      { status: 'refused', message: 'Your card was declined.' },
    ],
    ['a lost connection', { error: { type: 'api_connection_error' } }, { status: 'silent' }],
    ['an unfinished form', { error: { type: 'validation_error' } }, { status: 'unfinished' }],
    [
      'a payment made in another tab',
      { error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } } },
      { status: 'succeeded' },
    ],
  ])('reports %s', async (_what, answer, result) => {
    expect(await payAnd(answer)).toEqual(result);
  });

  test('is checked for completeness first', async () => {
    stripe.elements.submit.mockResolvedValue({ error: { type: 'validation_error' } });
    expect(await payAnd({})).toEqual({ status: 'unfinished' });
    expect(stripe.instance.confirmPayment).not.toHaveBeenCalled();
  });

  test('follows the color scheme, and is removed with the page', async () => {
    const { unmount } = await showReady();
    stripe.recolor();
    expect(stripe.elements.update).toHaveBeenCalledWith({ appearance: { theme: 'flat' } });
    unmount();
    expect(stripe.element.destroy).toHaveBeenCalled();
  });

  test('reports a failure to load, and tries again', async () => {
    stripe.load.mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    show();
    const form = within(await screen.findByRole('form', { name: 'Card payment' }));
    await form.findByText('The card form didn’t load');
    expect(form.queryByRole('button', { name: 'Pay $50.00' })).toBeNull();
    await userEvent.click(form.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(stripe.element.mount).toHaveBeenCalled());
    act(() => stripe.say('ready'));
    expect(form.getByRole('button', { name: 'Pay $50.00' })).toBeTruthy();
  });
});
