import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import { LastChest } from '#web/features/chests/ChestHistory.tsx';
import { lastMonth } from '#web/features/chests/opened-chest.ts';

const payout: ChestPayout = { id: 1, month: lastMonth(Date.now()), level: 2, amount: 6, status: 'pending', paidAt: null };
beforeEach(() => localStorage.clear());

test('last month’s chest opens with a tap, and stays open on this device', async () => {
  render(<LastChest memberId={7} payouts={[payout]} />);
  expect(screen.queryByText('$6.00')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open your chest' }));
  expect(screen.getByText('$6.00')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  render(<LastChest memberId={7} payouts={[payout]} />);
  expect(screen.getByRole('heading', { name: 'Last opened' })).toBeTruthy();
});

test('older and reversed chests are not opened again', () => {
  for (const changes of [{ month: '2020-01' }, { status: 'reversed' } as const]) {
    render(<LastChest memberId={7} payouts={[{ ...payout, ...changes }]} />);
    expect(screen.getByRole('heading', { name: 'Last opened' })).toBeTruthy();
    cleanup();
  }
});

test('the last month is that of the previous year in January', () => {
  expect(lastMonth(Date.parse('2027-01-01T00:00:00Z'))).toBe('2026-12');
  expect(lastMonth(Date.parse('2026-03-31T23:00:00Z'))).toBe('2026-02');
});
