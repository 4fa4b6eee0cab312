import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { type Answers, cardForm, checkoutServer, payButton, typeCard, visitCheckout } from '#tests/web/support/checkout-visit.tsx';
import { cardOrder, confirmCall, paidOrder, payable } from '#tests/web/support/fake-orders.ts';
import { refused } from '#tests/web/support/refused.ts';
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

describe('checking out cards', () => {
  const address = {
    name: 'Fay Finder',
    line1: '12 Mill Lane',
    line2: null,
    city: 'Portland',
    state: 'OR',
    zip: '97201',
    country: 'USA',
    phone: '503 555 0100',
  };
  const profile = {
    role: 'basic',
    address: '12 Mill Lane',
    city: 'Portland',
    state: 'OR',
    zip: '97201',
    country: 'USA',
    phone: '503 555 0100',
  } as const;

  test('requires a delivery address first, filled in from the profile', async () => {
    answers['PUT /api/orders/42/delivery'] = { json: { ...cardOrder, delivery: 'ship', shippingAddress: address } };
    await visit('/checkout/cache-cards/2', profile);
    await screen.findByRole('form', { name: 'Delivery' });
    expect(screen.queryByRole('form', { name: 'Card payment' })).toBeNull();
    expect(screen.getByText('2, $1 each')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await cardForm()).toBeTruthy();
    expect(calls('PUT /api/orders/42/delivery').map(({ body }) => body)).toEqual([{ delivery: 'ship', address }]);
    expect(screen.getByText(/Portland, OR 97201/)).toBeTruthy();
  });

  test('requires a complete address for delivery, and none if the member prints them', async () => {
    answers['PUT /api/orders/42/delivery'] = { json: { ...cardOrder, delivery: 'self_print' } };
    await visit('/checkout/cache-cards/2', { role: 'basic', firstName: null, lastName: null });
    await screen.findByRole('form', { name: 'Delivery' });
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    for (const message of [
      'Please enter a name',
      'Please enter a street address',
      'Please enter a city',
      'Please enter a country',
      'Please enter a phone number for the carrier',
    ])
      expect(screen.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('First and last name'));
    await userEvent.click(screen.getByRole('radio', { name: /I print them myself/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await cardForm()).toBeTruthy();
    expect(calls('PUT /api/orders/42/delivery').map(({ body }) => body)).toEqual([{ delivery: 'self_print' }]);
  });

  test('shows the server’s errors in the address at their fields', async () => {
    answers['PUT /api/orders/42/delivery'] = refused('invalid_input', { fields: { 'address.zip': 'This ZIP code is unknown' } });
    await visit('/checkout/cache-cards/2', profile);
    await screen.findByRole('form', { name: 'Delivery' });
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await screen.findByText('This ZIP code is unknown')).toBeTruthy();
    expect(screen.getByText('Couldn’t save your delivery details')).toBeTruthy();
    expect(screen.getByLabelText('Street address')).toHaveProperty('value', '12 Mill Lane');
  });

  test('asks for the password only when the server needs it', async () => {
    const message = 'Please enter your current password';
    answers['PUT /api/orders/42/delivery'] = refused('password_or_sign_in', { fields: { currentPassword: message } });
    await visit('/checkout/cache-cards/2', profile);
    await screen.findByRole('form', { name: 'Delivery' });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await userEvent.type(await screen.findByLabelText('Current password'), 'mine-1');
    answers['PUT /api/orders/42/delivery'] = { json: { ...cardOrder, delivery: 'ship', shippingAddress: address } };
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(await cardForm()).toBeTruthy();
    expect(calls('PUT /api/orders/42/delivery').at(-1)?.body).toEqual({ delivery: 'ship', address, currentPassword: 'mine-1' });
  });

  test('restores a typed delivery after a reload, until it is saved', async () => {
    answers['PUT /api/orders/42/delivery'] = { json: { ...cardOrder, delivery: 'self_print' } };
    await visit('/checkout/cache-cards/2', profile);
    await screen.findByRole('form', { name: 'Delivery' });
    await userEvent.type(screen.getByLabelText(/^Apartment, suite, unit/), 'Attic');
    await userEvent.click(screen.getByRole('radio', { name: /I print them myself/ }));
    cleanup();
    await visit('/checkout/cache-cards/2', profile);
    await screen.findByRole('form', { name: 'Delivery' });
    expect(screen.getByRole('radio', { name: /I print them myself/ })).toHaveProperty('checked', true);
    expect(screen.getByLabelText(/^Apartment, suite, unit/)).toHaveProperty('value', 'Attic');
    expect(screen.getByLabelText('Street address')).toHaveProperty('value', '12 Mill Lane');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await cardForm();
    expect({ ...sessionStorage }).toEqual({});
  });

  test('keeps the typed bank card while the delivery changes, and lists the cards once paid', async () => {
    answers['GET /api/payment-intent/cache-cards/2'] = { json: payable({ ...cardOrder, delivery: 'self_print' }) };
    answers['PUT /api/orders/42/delivery'] = { json: { ...cardOrder, delivery: 'ship', shippingAddress: address } };
    await visit('/checkout/cache-cards/2', profile);
    await typeCard();
    await userEvent.click(screen.getByRole('button', { name: 'Change delivery' }));
    await userEvent.click(screen.getByRole('radio', { name: /Send them to me/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByText(/Portland, OR 97201/);
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
    answers[confirmCall] = succeeded;
    answers['POST /api/orders/42/confirm'] = { json: paidOrder({ ...cardOrder, delivery: 'ship' }) };
    await userEvent.click(payButton());
    await screen.findByRole('heading', { name: 'Payment Successful' });
    const list = within(screen.getByRole('list', { name: '2 new cards' }));
    expect(list.getByText('TC-0000101')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Print PDF' }).getAttribute('href')).toBe('/api/cache-cards/print.pdf?order=42&paper=regional');
  });
});
