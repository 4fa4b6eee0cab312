import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { formatCardNumber, formatExpiry, formatInPlace, LocalCard, passesLuhn } from '#web/features/orders/payment/local-card.ts';

describe('a typed bank card', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242x4', '4242 4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['', ''],
  ])('number %s is formatted as %s', (typed, written) => expect(formatCardNumber(typed)).toBe(written));

  test.each([
    ['1', '1'],
    ['5', '05'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['12/28', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['12 / 289', '12 / 28'],
  ])('expiry %s is formatted as %s', (typed, written) => expect(formatExpiry(typed)).toBe(written));

  test('keeps the caret behind the typed digit', () => {
    const input = document.createElement('input');
    input.value = '42429 4242';
    input.setSelectionRange(5, 5);
    formatInPlace(input, formatCardNumber);
    expect(input.value).toBe('4242 9424 2');
    expect(input.selectionStart).toBe(6);
  });

  test('has its check digit verified', () => {
    for (const number of ['4242424242424242', '4000000000000002', '378282246310005', '5555555555554444'])
      expect(passesLuhn(number)).toBe(true);
    expect(passesLuhn('4242424242424241')).toBe(false);
  });

  test.each([
    [{ number: '4242' }, 'Your card number is incomplete.'],
    [{ expiry: '13 / 40' }, 'Your card’s expiration month is invalid.'],
    [{ expiry: '1' }, 'Your card’s expiration date is incomplete.'],
    [{ expiry: '01 / 20' }, 'Your card’s expiration date is in the past.'],
    [{ cvc: '12' }, 'Your card’s security code is incomplete.'],
  ])('with %o is refused', (wrong, message) => {
    const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: '' };
    expect(v.safeParse(LocalCard, { ...card, ...wrong }).issues?.[0].message).toBe(message);
    expect(v.parse(LocalCard, card)).toEqual({ number: '4242424242424242', expiry: '1240', cvc: '123', name: '' });
  });
});
