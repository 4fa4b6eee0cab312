import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import type { ChestPayout, TreasureChests } from '#schema/chests/treasure-chest.ts';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { TreasureChestsTab } from '#web/pages/dashboard/TreasureChestsTab.tsx';
import { TreasureChestsPage } from '#web/pages/treasure-chests/TreasureChestsPage.tsx';

const payout = (id: number, changes: Partial<ChestPayout> = {}): ChestPayout => ({
  id,
  month: '2026-10',
  level: 1,
  amount: 2,
  status: 'pending',
  paidAt: null,
  ...changes,
});
const chests = (changes: Partial<TreasureChests> = {}): TreasureChests => ({
  takesPart: true,
  keys: { treasureKeys: 6, communityKeys: 5 },
  totalKeys: { treasureKeys: 11, communityKeys: 5 },
  expiries: [
    { countsThrough: '2026-12', treasureKeys: 2, communityKeys: 1 },
    { countsThrough: '2027-08', treasureKeys: 4, communityKeys: 4 },
  ],
  level: 2,
  next: { level: 3, treasureKeys: 9, communityKeys: 10 },
  projection: { month: '2026-11', level: 2, amount: 6, membershipEndsBefore: false },
  payouts: [],
  // Last month's chest has been opened: see opening-chest.test.tsx.
  openedMonth: '2099-12',
  ...changes,
});
const failure = refused('internal');

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {};
  sent = fakeServer(answers);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function visit(answer: unknown, user: Partial<User> = { role: 'basic' }) {
  answers['GET /api/treasure-chests'] = { json: answer };
  await open(user);
}

async function open(user: Partial<User> = { role: 'basic' }) {
  await signInAs(user);
  answers['GET /api/user'] = { json: { ...member, ...user } };
  render(
    <PageFrame>
      <TreasureChestsPage />
    </PageFrame>,
  );
}

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

describe('the treasure chests page', () => {
  test('shows this month’s chest with its level and dollars', async () => {
    await visit(chests());
    expect(await screen.findByRole('heading', { level: 2, name: 'Your November 2026 chest' })).toBeTruthy();
    const month = region('Your November 2026 chest');
    expect(month.getByText('Silver')).toBeTruthy();
    expect(month.getByText('$6.00')).toBeTruthy();
    expect(month.getByText('On track')).toBeTruthy();
  });

  test('shows the day on which the chest opens, and the days left', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-28T15:00:00Z'));
    await visit(chests());
    expect((await screen.findByText(/^Opens/)).textContent).toBe('Opens Dec 1 · 3 days left');
  });

  test('puts this month first, the last chest next, and tables last', async () => {
    await visit(chests({ payouts: [payout(4), payout(3, { month: '2026-09' })] }));
    await screen.findByRole('heading', { name: 'Your November 2026 chest' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Your November 2026 chest',
      'Last opened',
      'Your keys',
      'Chest levels',
      'How long your keys count',
      'Earlier chests',
    ]);
  });

  test('shows the distance to the next level, in both kinds of keys', async () => {
    await visit(chests());
    expect((await screen.findByText(/^9 Treasure Keys and 10 Community Keys$/)).parentElement?.textContent).toBe(
      '9 Treasure Keys and 10 Community Keys to go until Gold, $20 a month.',
    );
    const bar = region('Your November 2026 chest').getByRole('progressbar', { name: 'Treasure Keys: 6 of 15' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['6', '15']);
    expect(screen.getByRole('progressbar', { name: 'Community Keys: 5 of 15' })).toBeTruthy();
  });

  test('marks a goal as reached if there are more keys than needed', async () => {
    const keys = { treasureKeys: 6, communityKeys: 4 };
    await visit(chests({ keys, level: 1, next: { level: 2, treasureKeys: 0, communityKeys: 1 } }));
    await screen.findByText(/until Silver/);
    const goal = region('Your November 2026 chest');
    expect(goal.getByText('5 of 5')).toBeTruthy();
    expect(goal.getByText('4 of 5')).toBeTruthy();
    const bar = goal.getByRole('progressbar', { name: 'Treasure Keys: 5 of 5' });
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['5', '5']);
  });

  test('ends with Gold', async () => {
    await visit(chests({ level: 3, next: null, projection: { month: '2026-11', level: 3, amount: 20, membershipEndsBefore: false } }));
    expect((await screen.findByText('You’ve reached the highest chest.')).parentElement?.textContent).toBe(
      'You’ve reached the highest chest. Valid until the end of December 2026: 2 Treasure Keys and 1 Community Key.',
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('$20.00')).toBeTruthy();
  });

  test('shows when keys expire, the next ones first', async () => {
    await visit(chests());
    const rows = within(await screen.findByRole('table', { name: 'How long your keys count' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'KeysValid through',
      '2 Treasure Keys and 1 Community KeyDecember 2026',
      '4 Treasure Keys and 4 Community KeysAugust 2027',
    ]);
    expect(region('Your keys').getByText(/11 earned so far/)).toBeTruthy();
  });

  test('leaves the chest closed without keys, and shows what opens it', async () => {
    const none = { treasureKeys: 0, communityKeys: 0 };
    await visit(
      chests({
        keys: none,
        totalKeys: none,
        expiries: [],
        level: 0,
        next: { level: 1, treasureKeys: 1, communityKeys: 1 },
        projection: { month: '2026-11', level: 0, amount: 0, membershipEndsBefore: false },
      }),
    );
    expect(await screen.findByText('Still closed.')).toBeTruthy();
    expect(screen.getByText(/Earn 1 Treasure Key and 1 Community Key to open Bronze/)).toBeTruthy();
    expect(screen.getByText(/None of your keys count right now/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'No chests opened yet' })).toBeTruthy();
  });

  test('warns members whose membership ends before the month', async () => {
    await visit(chests({ projection: { month: '2026-11', level: 2, amount: 6, membershipEndsBefore: true } }));
    expect(await screen.findByText('Your membership ends before this chest opens.')).toBeTruthy();
    expect(screen.queryByText('On track')).toBeNull();
  });

  test('shows the last opened chest apart from the earlier ones, with their status', async () => {
    await visit(
      chests({
        payouts: [
          payout(4),
          payout(3, { month: '2026-09', status: 'held' }),
          payout(2, { month: '2026-08', status: 'reversed' }),
          payout(1, { month: '2026-07', level: 3, amount: 20, status: 'paid', paidAt: '2026-08-06T12:00:00.000Z' }),
        ],
      }),
    );
    const items = within(await screen.findByRole('list', { name: 'Earlier chests' })).getAllByRole('listitem');
    expect(screen.getByRole('region', { name: 'Last opened' }).textContent).toBe('Last openedOctober 2026Bronze$2.00Pending');
    expect(items.map((item) => item.textContent)).toEqual([
      'September 2026Bronze$2.00In review',
      'August 2026Bronze$2.00Reversed',
      'July 2026Gold$20.00Paid Aug 6, 2026',
    ]);
  });

  test('shows free members how to take part, and their keys', async () => {
    await visit(chests({ takesPart: false, projection: null }), { role: 'free' });
    expect(await screen.findByRole('heading', { name: 'Monthly chests are for Basic and Premium members' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upgrade to Basic' }).getAttribute('href')).toBe('/dashboard?upgrade=basic');
    expect(screen.getByRole('progressbar', { name: 'Treasure Keys: 6 of 15' })).toBeTruthy();
  });

  test('shows a loading state, and offers to try again after a failure', async () => {
    answers['GET /api/treasure-chests'] = failure;
    await open();
    expect(screen.getByText('Loading your treasure chests…')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your treasure chests' })).toBeTruthy();
    answers['GET /api/treasure-chests'] = { json: chests() };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Your November 2026 chest' })).toBeTruthy();
  });
});

describe('the dashboard’s chest tab', () => {
  async function show(user: Partial<User>) {
    await signInAs(user);
    const location = memoryLocation({ path: '/dashboard', record: true });
    render(
      <Router hook={location.hook} searchHook={location.searchHook}>
        <PageFrame>
          <TreasureChestsTab user={{ ...member, ...user }} />
        </PageFrame>
      </Router>,
    );
  }

  test('summarizes a paid member’s chest and links to all chests', async () => {
    answers['GET /api/treasure-chests'] = { json: chests() };
    await show({ role: 'premium' });
    expect(await screen.findByRole('heading', { level: 3, name: 'Your November 2026 chest' })).toBeTruthy();
    expect(screen.getByText('9 Treasure Keys and 10 Community Keys to go until Gold.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All your chests and keys' }).getAttribute('href')).toBe('/dashboard/treasure-chests');
  });

  test('offers to try again if the chest cannot be loaded', async () => {
    answers['GET /api/treasure-chests'] = failure;
    await show({ role: 'basic' });
    expect(await screen.findByText(errorMessage('internal'))).toBeTruthy();
    answers['GET /api/treasure-chests'] = { json: chests() };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$6.00')).toBeTruthy();
  });

  test('loads nothing for free members, who see how to take part', async () => {
    await show({ role: 'free', treasureKeys: 3 });
    expect(screen.getByRole('button', { name: 'Upgrade to Basic' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'All your chests and keys' })).toBeNull();
    expect(sent.map(({ path }) => path)).not.toContain('/api/treasure-chests');
  });
});
