import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { OwnCard } from '#schema/cards/card.ts';
import { visitCards } from '#tests/web/support/cards-visit.tsx';
import { fakeServer } from '#tests/web/support/fake-server.ts';

const card = (number: number): OwnCard => ({
  id: number,
  cardId: `TC-${String(number).padStart(7, '0')}`,
  status: number % 2 === 0 ? 'active' : 'missing',
  location: `Spot ${number}`,
  description: null,
  latitude: null,
  longitude: null,
  visibility: null,
  placedDate: '2026-10-01T08:00:00.000Z',
  isTakenOff: false,
  shippedAt: null,
  totalScans: 1,
  tokensEarned: 2,
  createdAt: '2026-10-01T08:00:00.000Z',
});

test('an owner of many cards sees 50 at a time, and the first 50 again after filtering', async () => {
  fakeServer({ 'GET /api/cache-cards': { json: Array.from({ length: 120 }, (_, index) => card(index + 1)) } });
  await visitCards('', { role: 'basic' });
  const list = await screen.findByRole('list', { name: 'Your Cache Cards' });
  const rows = () => within(screen.getByRole('list', { name: 'Your Cache Cards' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(50);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(rows()).toHaveLength(100);
  expect(document.activeElement).toBe(list.children[50]);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(rows()).toHaveLength(120);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Active/ }));
  expect(rows()).toHaveLength(50);
});

test('an owner of many cards sees those that need something first, and searches by number, location and description', async () => {
  const cards = [card(2), card(4), card(6), card(8), card(10), card(12), card(14), card(16), card(18), card(20)];
  const hollow = { ...card(22), location: 'Café Málaga', description: 'In the hollow oak' };
  fakeServer({ 'GET /api/cache-cards': { json: [...cards, hollow, card(23)] } });
  await visitCards('', { role: 'basic' });
  await screen.findByRole('list', { name: 'Your Cache Cards' });
  const names = () =>
    within(screen.getByRole('list', { name: 'Your Cache Cards' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(names()[0]).toContain('Spot 23');
  expect(names()[1]).toContain('TC-0000002');
  const search = screen.getByRole('searchbox', { name: 'Search your cards' });
  for (const [text, found] of [
    ['cafe malaga', 'Café Málaga'],
    ['oak hollow', 'Café Málaga'],
    ['tc-0000016', 'Spot 16'],
  ] as const) {
    await userEvent.clear(search);
    await userEvent.type(search, text);
    expect(names()).toEqual([expect.stringContaining(found)]);
  }
  await userEvent.type(search, ' nowhere');
  expect(screen.getByText('No matches')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(names()).toHaveLength(12);
});
