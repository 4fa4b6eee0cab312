import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChestPayout } from '#schema/chests/treasure-chest.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { LastChest, useLastChest } from '#web/features/chests/ChestHistory.tsx';
import { lastMonth } from '#web/features/chests/opened-chest.ts';

const payout: ChestPayout = { id: 1, month: lastMonth(Date.now()), level: 2, amount: 6, status: 'pending', paidAt: null };
const save = 'PUT /api/treasure-chests/opened';
let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  localStorage.clear();
  answers = { [save]: { json: { openedMonth: payout.month } } };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());
function Chest(chests: Parameters<typeof useLastChest>[1]) {
  return <LastChest payouts={chests.payouts} {...useLastChest(7, chests)} />;
}
const show = (changes: Partial<ChestPayout> = {}, openedMonth: string | null = null) =>
  render(<Chest payouts={[{ ...payout, ...changes }]} openedMonth={openedMonth} />);

test('last month’s chest opens with a tap, and the account remembers it', async () => {
  show();
  expect(sent).toEqual([]);
  expect(screen.queryByText('$6.00')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open your chest' }));
  expect(screen.getByText('$6.00')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', body: { month: payout.month } }]));
});

test('a chest that was opened on another device is open', () => {
  show({}, payout.month);
  expect(screen.getByRole('heading', { name: 'Last opened' })).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a chest that was opened without a connection stays open, and the next visit saves it', async () => {
  answers[save] = new TypeError('Failed to fetch');
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Open your chest' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByText('$6.00')).toBeTruthy();
  cleanup();
  answers[save] = { json: { openedMonth: payout.month } };
  show();
  expect(screen.getByRole('heading', { name: 'Last opened' })).toBeTruthy();
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('older and reversed chests are not opened again', () => {
  for (const changes of [{ month: '2020-01' }, { status: 'reversed' } as const]) {
    show(changes);
    expect(screen.getByRole('heading', { name: 'Last opened' })).toBeTruthy();
    cleanup();
  }
});

test('the last month is that of the previous year in January', () => {
  expect(lastMonth(Date.parse('2027-01-01T00:00:00Z'))).toBe('2026-12');
  expect(lastMonth(Date.parse('2026-03-31T23:00:00Z'))).toBe('2026-02');
});
