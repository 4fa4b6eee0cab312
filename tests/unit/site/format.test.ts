import { expect, test } from 'vitest';
import { dollars, number, plural } from '#web/lib/format.ts';

const count = new Intl.NumberFormat('en-US');
const wholeMoney = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const amounts = [-1_000, -1, 0, 1, 2, 9, 10, 999, 1_000, 1_204, 1_000_000];

test.each(amounts)('the amount %d is formatted as in the United States', (amount) => {
  expect(number(amount)).toBe(count.format(amount));
  expect(plural(amount, 'card')).toBe(`${count.format(amount)} ${amount === 1 ? 'card' : 'cards'}`);
  expect(dollars(amount * 100)).toBe(wholeMoney.format(amount));
});

test('a fractional amount keeps its decimals', () => {
  expect(number(1.5)).toBe('1.5');
  expect(dollars(150)).toBe('$1.50');
});
