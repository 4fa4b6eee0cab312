import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import type { OwnCard } from '#schema/cards/card.ts';
import { errorMessage } from '#schema/errors.ts';
import type { Membership } from '#schema/memberships/membership.ts';
import { ownTerms } from '#schema/stays.ts';
import { bookedTrip, certificate, inDays, offeredTrip } from '#tests/support/certificates/trips.ts';
import { noProgress } from '#tests/support/progress/progress.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
// Preloads the lazy-loaded code because loading it would slow down the first test on a busy machine.
import { site } from '#tests/web/support/site-config.ts';
import { storeSearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { storeKnownTrip } from '#web/features/progress/known-trip.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { DashboardPage } from '#web/pages/dashboard/DashboardPage.tsx';
import '#web/pages/dashboard/rest.tsx';

const ownCard = (number: number, changes: Partial<OwnCard> = {}): OwnCard => ({
  id: number,
  cardId: `TC-000000${number}`,
  status: 'active',
  location: null,
  description: null,
  latitude: null,
  longitude: null,
  visibility: null,
  placedDate: null,
  isTakenOff: false,
  shippedAt: null,
  totalScans: 0,
  tokensEarned: 0,
  createdAt: '2026-10-01T08:00:00.000Z',
  ...changes,
});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const earnings = {
  openedChestMonth: null,
  surpluses: [],
  summary: { commissions: 30, treasureChests: 8, pending: 10, paid: 28, grandTotal: 38 },
  commissions: [],
  treasureChests: [],
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/cache-cards': { json: [] },
    'GET /api/earnings': { json: earnings },
    'GET /api/config': { json: site },
    'GET /api/finds?limit=20': { json: { finds: [], nextCursor: null } },
    'GET /api/vacation-certificates': { json: [] },
    'GET /api/progress': { json: noProgress },
    'GET /api/stays/catalogue': { json: { version: 'v1', terms: ownTerms } },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

async function visit(user: Partial<User> = {}, path = '/dashboard') {
  await signInAs(user);
  // Clears the cache so that a late response to the previous test's request is not used in this test.
  await mutate('/api/vacation-certificates', undefined, { revalidate: false });
  answers['GET /api/user'] = { json: { ...member, ...user } };
  const location = memoryLocation({ path: path.split('?')[0] ?? path, searchPath: path.split('?')[1] ?? '', record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <PageFrame>
        <DashboardPage />
      </PageFrame>
    </Router>,
  );
  // Waits for the tabs, which load after the greeting appears.
  await screen.findByRole('tablist');
  await waitFor(() => expect(screen.queryByText('Loading this section…')).toBeNull());
  return location;
}

describe('the top of the dashboard', () => {
  test.each([
    [{ firstName: 'Fay', username: 'fay' }, 'Welcome, Fay!'],
    [{ firstName: null, username: 'fay' }, 'Welcome, fay!'],
    [{ firstName: null, username: null }, 'Welcome, explorer!'],
  ])('greets by name', async (user, greeting) => {
    await visit(user);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(greeting);
  });

  test('leads to the nearest card that the member has not found, or else to choosing a place', async () => {
    localStorage.clear();
    await visit();
    expect(screen.getByRole('link', { name: /^Find your first card/ }).getAttribute('href')).toBe('/dashboard/find');
    cleanup();
    storeSearchPlace(member.id, { latitude: 35.6, longitude: -82.5, name: 'Asheville', source: 'typed' });
    const near = (id: number, name: string, found: 'yes' | 'no') => ({
      ...{ id, name, found, cardId: null, longitude: -82.5, visibility: 'exact', hint: '' },
      latitude: 35.6 + id / 100,
    });
    answers['GET /api/cards/near?lat=35.6&lng=-82.5&limit=10'] = {
      json: { cards: [near(1, 'Old mill', 'yes'), near(2, 'Footbridge', 'no')], nextCursor: null, isDayUsedUp: false },
    };
    await visit();
    expect(await screen.findByRole('link', { name: /^Next card Footbridge 1\.4 mi north.*Around Asheville$/ })).toBeTruthy();
  });

  test('leads to a card near the last find if the member has not searched yet', async () => {
    localStorage.clear();
    const find = { id: 5, name: 'Kiosk', cardId: 'TC-0000005', foundAt: daysAgo(6), tokens: 1, log: null, takesLog: true };
    const place = { latitude: 35.6, longitude: -82.5, visibility: 'exact' };
    answers['GET /api/finds?limit=20'] = { json: { finds: [{ ...find, place }], nextCursor: null } };
    const footbridge = { id: 2, cardId: null, name: 'Footbridge', found: 'no', ...place, latitude: 35.62, hint: '' };
    answers['GET /api/cards/near?lat=35.6&lng=-82.5&limit=10'] = { json: { cards: [footbridge], nextCursor: null, isDayUsedUp: false } };
    await visit();
    const link = await screen.findByRole('link', { name: /^Next card Footbridge 1\.4 mi north.*From your last find$/ });
    expect(link.getAttribute('href')).toBe('/dashboard/find');
  });

  test('shows the weekly trail’s goal while this week has no find', async () => {
    const trail = { weeks: 11, restWeeks: 0, longest: 11, recent: [{ monday: '2026-11-23', state: 'open' }] };
    answers['GET /api/progress'] = { json: { ...noProgress, trail } };
    await visit();
    expect(await screen.findByRole('link', { name: 'Find your first card Find a card by Sunday to make it 12 weeks.' })).toBeTruthy();
  });

  test('shows the latest three finds', async () => {
    const find = (id: number, name: string | null) => ({
      ...{ id, name, cardId: `TC-000000${id}`, foundAt: '2026-11-20T10:00:00.000Z', tokens: 1, place: null, log: null, takesLog: true },
    });
    answers['GET /api/finds?limit=20'] = {
      json: {
        finds: [find(5, 'Old mill'), find(4, null), find(3, 'Footbridge'), find(2, 'Depot'), find(1, 'Kiosk')],
        nextCursor: null,
      },
    };
    await visit();
    const finds = within(screen.getByRole('region', { name: 'Your latest finds' }));
    expect((await finds.findAllByRole('listitem')).map((entry) => entry.querySelector('strong')?.textContent)).toEqual([
      'Old mill',
      'TC-0000004',
      'Footbridge',
    ]);
    expect(finds.getByRole('link', { name: 'All finds' }).getAttribute('href')).toBe('/dashboard/found');
  });

  test('shows a paid member’s figures', async () => {
    await visit({ role: 'basic', tokenBalance: 37, treasureKeys: 3 });
    const tile = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('section') ?? document.body);
    expect(tile('Treasure Tokens').getByText('37')).toBeTruthy();
    expect(tile('Membership').getByText('Basic')).toBeTruthy();
    expect(tile('Your Referrals').getByText('3')).toBeTruthy();
    expect(await tile('Earnings').findByText('$38.00')).toBeTruthy();
  });

  test.each<[state: string, membership: Partial<Membership>, note: string, link: string]>([
    ['renews', { state: 'active' }, 'Renews Nov 26, 2027', 'Upgrade to Premium'],
    ['is being renewed', { state: 'renewing' }, 'Renewal in progress', 'Upgrade to Premium'],
    ['was canceled', { state: 'cancelling' }, 'Ends Nov 26, 2027', 'Upgrade to Premium'],
    [
      'could not be renewed',
      { state: 'grace', graceUntil: '2027-12-03T12:00:00.000Z' },
      'Payment failed: pay by Dec 3, 2027',
      'Update card',
    ],
  ])('shows a membership that %s', async (_state, membership, note, link) => {
    const paidUntil = '2027-11-26T12:00:00.000Z';
    await visit({ role: 'basic', membership: { ...member.membership, tier: 'basic', paidUntil, ...membership } });
    const tile = within(screen.getByRole('heading', { level: 3, name: 'Membership' }).closest('section') ?? document.body);
    expect(tile.getByText(note)).toBeTruthy();
    expect(tile.getByText(link)).toBeTruthy();
    expect(tile.queryAllByText('Upgrade to Premium')).toHaveLength(link === 'Update card' ? 0 : 1);
  });

  test('asks to verify the email only when nothing is more urgent', async () => {
    await visit({ emailVerified: false, notice: 'tokens_owed', owedTokens: 3 });
    expect(screen.queryByText('Verify your email')).toBeNull();
    cleanup();
    await visit({ emailVerified: false });
    expect(await screen.findByText('Verify your email')).toBeTruthy();
  });

  test('does not load a free member’s earnings', async () => {
    await visit({ role: 'free' });
    expect(screen.getByText('$0.00')).toBeTruthy();
    await screen.findByText('No Cache Cards Found');
    expect(sent.map(({ path }) => path)).not.toContain('/api/earnings');
  });

  test('shows a member whose year has ended what they earned in it', async () => {
    await visit({ role: 'free', hasEarnings: true });
    const tile = within(screen.getByRole('heading', { level: 3, name: 'Earnings' }).closest('section') ?? document.body);
    expect(await tile.findByText('$38.00')).toBeTruthy();
    expect(tile.getByRole('link', { name: 'Referrals and chests' }).getAttribute('href')).toBe('/dashboard/referrals#earnings');
  });

  test('shows how many tokens are missing for the next vacation', async () => {
    await visit({ tokenBalance: 15 });
    const block = within(screen.getByRole('region', { name: 'Progress to Next Vacation' }));
    expect(block.getByText('45 Treasure Tokens')).toBeTruthy();
    expect(block.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('15');
  });

  test('counts owed tokens as missing, and explains that', async () => {
    await visit({ tokenBalance: 15, owedTokens: 20 });
    const block = within(screen.getByRole('region', { name: 'Progress to Next Vacation' }));
    expect(block.getByText('65 Treasure Tokens')).toBeTruthy();
    expect(block.getByText('The 20 Treasure Tokens you owe can’t be redeemed.')).toBeTruthy();
    expect(block.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
    expect(screen.getByText('You owe 20')).toBeTruthy();
  });

  test('explains owed tokens above the token history, and pays back what the balance covers', async () => {
    answers['GET /api/tokens?limit=20'] = { json: { balance: 15, owed: 20, transactions: [], nextCursor: null } };
    await visit({ tokenBalance: 15, owedTokens: 20 });
    await userEvent.click(screen.getByRole('button', { name: 'Token history' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Token history' }));
    expect(dialog.getByText('You owe 20 Treasure Tokens')).toBeTruthy();
    answers['POST /api/tokens/pay-back'] = refused('internal');
    await userEvent.click(dialog.getByRole('button', { name: 'Pay back 15 tokens' }));
    expect(await dialog.findByText(`Couldn’t pay back your tokens: ${errorMessage('internal')}`)).toBeTruthy();
    answers['POST /api/tokens/pay-back'] = { json: { paidBack: 15, tokenBalance: 0, owedTokens: 5 } };
    answers['GET /api/user'] = { json: { ...member, tokenBalance: 0, owedTokens: 5 } };
    await userEvent.click(dialog.getByRole('button', { name: 'Pay back 15 tokens' }));
    expect(await dialog.findByText('You owe 5 Treasure Tokens')).toBeTruthy();
    expect(await screen.findByText('You still owe 5 Treasure Tokens.')).toBeTruthy();
  });

  test('leads to the next stay, and at most to its end', async () => {
    await visit({ tokenBalance: 75 });
    const block = within(screen.getByRole('region', { name: 'Progress to Next Vacation' }));
    expect(block.getByText('You can redeem a 3-4 Night Regional Stay now')).toBeTruthy();
    expect(block.getByText('15 more for a 5-7 Night Regional Stay')).toBeTruthy();
    expect(block.getByText('75 of 90 tokens')).toBeTruthy();
    cleanup();
    await visit({ tokenBalance: 900 });
    const bar = screen.getByRole('progressbar', { name: 'Progress to your next stay' });
    expect(bar.getAttribute('aria-valuenow')).toBe(bar.getAttribute('aria-valuemax'));
  });

  test('leads to the destination that the member chooses', async () => {
    answers['PUT /api/progress/destination'] = {
      json: { ...noProgress, trip: { destinationId: 'lisbon', name: 'Lisbon', country: 'Portugal', type: 'global', tokens: 100 } },
    };
    await visit({ tokenBalance: 15 });
    await userEvent.click(screen.getByRole('button', { name: 'Choose a destination' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Where do you want to go?' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Lisbon Portugal' }));
    expect(await screen.findByText('to go until your trip to Lisbon')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress to Lisbon' }).getAttribute('aria-valuemax')).toBe('100');
    expect(sent.find(({ path }) => path === '/api/progress/destination')?.body).toEqual({ destinationId: 'lisbon' });
    expect(screen.getByRole('button', { name: 'Change destination' })).toBeTruthy();
  });

  test('shows the last known trip while the progress loads, or only the landscape', async () => {
    const trip = { destinationId: 'lisbon', name: 'Lisbon', country: 'Portugal', type: 'global', tokens: 100 } as const;
    localStorage.clear();
    await mutate('/api/progress', undefined, { revalidate: false });
    let giveUp: () => void = () => undefined;
    answers['GET /api/progress'] = new Promise<never>((_, reject) => {
      giveUp = () => reject(new TypeError('Failed to fetch'));
    });
    await visit({ tokenBalance: 15 });
    const block = () => screen.getByRole('region', { name: 'Progress to Next Vacation' });
    expect(block().getAttribute('aria-busy')).toBe('true');
    cleanup();
    storeKnownTrip(member.id, { trip });
    await visit({ tokenBalance: 15 });
    expect(within(block()).getByText('to go until your trip to Lisbon')).toBeTruthy();
    expect(block().getAttribute('aria-busy')).toBe('false');
    cleanup();
    // Ends the request so that the next test sends its own.
    giveUp();
    localStorage.clear();
  });

  test('shows the weekly trail and the nearest medals', async () => {
    const medals = noProgress.medals.map((medal) => (medal.id === 'finds_10' ? { ...medal, count: 9 } : medal));
    const earned = medals.map((medal) => (medal.id === 'finds_1' ? { ...medal, count: 1, earnedOn: '2026-11-01' } : medal));
    answers['GET /api/progress'] = {
      json: { ...noProgress, trail: { ...noProgress.trail, weeks: 4, longest: 4, restWeeks: 1 }, medals: earned },
    };
    await visit();
    const card = within(screen.getByRole('region', { name: 'Weekly trail' }));
    expect(await card.findByText('4 weeks')).toBeTruthy();
    expect(card.getByText('1 rest week saved')).toBeTruthy();
    expect(card.getByText('Find a card by Sunday to make it 5 weeks.')).toBeTruthy();
    expect(card.getByText('9 of 10 finds')).toBeTruthy();
    expect(card.getByRole('link', { name: 'All goals' }).getAttribute('href')).toBe('/dashboard/medals');
  });

  test('shows after a redemption until when redeeming is closed', async () => {
    const createdAt = daysAgo(100);
    answers['GET /api/vacation-certificates'] = { json: [certificate({ status: 'expired', createdAt })] };
    await visit({ tokenBalance: 300 });
    const block = within(screen.getByRole('region', { name: 'Progress to Next Vacation' }));
    const opensAgain = await block.findByText((_, element) => element?.tagName === 'TIME');
    const expected = new Date(createdAt);
    expected.setUTCFullYear(expected.getUTCFullYear() + 1);
    expect(opensAgain.getAttribute('datetime')).toBe(expected.toISOString());
    const button = block.getByRole('button', { name: 'Redeem Tokens' });
    expect(button.hasAttribute('disabled')).toBe(true);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(reason).toMatch(/^You can redeem again on .+\.$/);
  });

  test('plans the tokens until redeeming is open again', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate({ status: 'expired', createdAt: daysAgo(100) })] };
    await visit({ tokenBalance: 15 });
    const block = within(screen.getByRole('region', { name: 'Progress to Next Vacation' }));
    expect(await block.findByText(/Collect 5 tokens a month and you’ll have enough by then\./)).toBeTruthy();
  });

  test('shows each certificate’s deadline or trip, and leads there', async () => {
    answers['GET /api/vacation-certificates'] = {
      json: [certificate({ number: 'VC-1' }), { ...offeredTrip(), number: 'VC-2' }, { ...bookedTrip(), number: 'VC-3' }],
    };
    await visit({ tokenBalance: 15 });
    const listed = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('link');
    expect(
      [...(await listed('To do')), ...(await listed('What’s new'))].map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      [
        expect.stringContaining(`You’ve made it: 5-7 Night Global Trip Activate it by ${calendarDay(inDays(20.01))}.`),
        '/dashboard/certificates/VC-1/activate',
      ],
      [expect.stringContaining(`Respond to your offer by ${calendarDay(inDays(6.01))} Lisbon, Portugal`), '/dashboard/certificates#VC-2'],
      [expect.stringContaining('Your trip in 12 days Lisbon, Portugal'), '/dashboard/certificates#VC-3'],
    ]);
    expect(screen.getByText('Next trip:')).toBeTruthy();
  });

  test('leads with a deadline, then the next card, a new chest and owners’ thanks', async () => {
    const chest = { id: 1, description: 'Bronze', amount: 2, status: 'pending', createdAt: new Date().toISOString(), paidAt: null };
    answers['GET /api/earnings'] = { json: { ...earnings, treasureChests: [chest] } };
    answers['GET /api/vacation-certificates'] = { json: [certificate({ number: 'VC-1' })] };
    answers['GET /api/finds?limit=20'] = {
      json: { finds: [], nextCursor: null, newThanks: [{ cardId: 'TC-0000005', name: 'Old mill' }] },
    };
    await visit({ role: 'basic' });
    const thanks = await screen.findByRole('link', { name: /^An owner thanked you for your note ?Old mill$/ });
    expect(thanks.getAttribute('href')).toBe('/dashboard/found');
    const trip = await screen.findByRole('link', { name: /^You’ve made it/ });
    const nextCard = screen.getByRole('link', { name: /^Find your first card/ });
    const chestLink = await screen.findByRole('link', { name: /chest is here/ });
    const links = screen.getAllByRole('link').filter((link) => [trip, nextCard, chestLink, thanks].includes(link));
    expect(links).toEqual([trip, nextCard, chestLink, thanks]);
  });

  test('says that the member has made it while the certificate is reviewed', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate({ number: 'VC-1', review: 'waiting' })] };
    await visit({ tokenBalance: 15 });
    const notice = within(await screen.findByRole('list', { name: 'What’s new' })).getByRole('link');
    expect(notice.textContent).toMatch(/^You’ve made it: 5-7 Night Global Trip We’re reviewing your certificate/);
    expect(notice.getAttribute('href')).toBe('/dashboard/certificates#VC-1');
  });

  test.each([
    ['a redemption over a year ago', { createdAt: daysAgo(370) }],
    ['a cancelled certificate', { status: 'cancelled', createdAt: daysAgo(10) } as const],
  ])('keeps redeeming open after %s', async (_, changes) => {
    answers['GET /api/vacation-certificates'] = { json: [certificate(changes)] };
    await visit({ tokenBalance: 300 });
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/vacation-certificates'));
    expect(screen.getByRole('button', { name: 'Redeem Tokens' }).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByText(/You can redeem again/)).toBeNull();
  });
});

describe('the dashboard’s tabs', () => {
  test('start with Cache Cards, even for an unknown name', async () => {
    await visit({}, '/dashboard?tab=gold');
    expect(screen.getByRole('tab', { name: 'Cache Cards' }).getAttribute('aria-selected')).toBe('true');
  });

  test('lead to redeeming with the chosen stay, once the balance covers a certificate', async () => {
    await visit({ tokenBalance: 95 }, '/dashboard?tab=certificates');
    expect(screen.getByRole('link', { name: 'Your certificates' }).getAttribute('href')).toBe('/dashboard/certificates');
    await userEvent.click(screen.getByRole('button', { name: 'Redeem tokens for a 5-7 Night Regional Stay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Treasure Tokens' }, { timeout: 5_000 }));
    expect(await dialog.findByRole('radio', { name: /5-7 Night Regional Stay/ })).toHaveProperty('checked', true);
    expect(dialog.getByRole('button', { name: 'Redeem 90 Treasure Tokens' })).toBeTruthy();
  });

  test('offer no stay while redeeming is closed, and show the date', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate({ createdAt: daysAgo(30) })] };
    await visit({ tokenBalance: 95 }, '/dashboard?tab=certificates');
    const tab = within(screen.getByRole('tabpanel', { name: 'Certificates' }));
    expect(await tab.findByText(/^You can redeem again on/)).toBeTruthy();
    expect(tab.queryByRole('button', { name: /^Redeem tokens/ })).toBeNull();
  });

  test.each([
    [59, true],
    [60, false],
  ])('with %i tokens have the button Redeem Tokens disabled: %s', async (tokenBalance, isDisabled) => {
    await visit({ tokenBalance });
    expect(screen.getByRole('button', { name: 'Redeem Tokens' }).hasAttribute('disabled')).toBe(isDisabled);
  });

  test('follow the query and change it', async () => {
    const { history } = await visit({ tokenBalance: 75 }, '/dashboard?tab=certificates');
    expect(screen.getByText('Need 15 more')).toBeTruthy();
    expect(screen.getByText('Need 45 more')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Referrals' }));
    expect(history.at(-1)).toContain('tab=referrals');
    expect(screen.getByRole('tabpanel', { name: 'Referrals' })).toBeTruthy();
  });

  test('have the invitation with the public address, once it is known', async () => {
    answers['GET /api/config'] = refused('internal');
    await visit({}, '/dashboard?tab=referrals');
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your invitation link' })).toBeTruthy();
    answers['GET /api/config'] = { json: site };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Your invitation link')).toHaveProperty('value', 'https://cards.test/auth?ref=ABCD1234');
  });

  test('list the member’s cards, with ordered ones to activate', async () => {
    answers['GET /api/cache-cards'] = {
      json: [
        ownCard(1, { totalScans: 4, location: 'Old Mill' }),
        ownCard(2, { status: 'ordered' }),
        ownCard(3, { status: 'missing', isTakenOff: true }),
      ],
    };
    await visit({ role: 'basic' });
    expect((await screen.findByRole('link', { name: 'Details TC-0000001' })).getAttribute('href')).toBe(
      '/dashboard/cache-cards/TC-0000001',
    );
    expect(screen.getByRole('link', { name: 'Activate TC-0000002' })).toBeTruthy();
    expect(screen.getByText('Old Mill')).toBeTruthy();
    expect(screen.getByText('Off the map')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View All Cards' }).getAttribute('href')).toBe('/dashboard/cache-cards');
  });

  test('offer to try again if the cards cannot be loaded', async () => {
    answers['GET /api/cache-cards'] = refused('internal');
    await visit({ role: 'basic' });
    expect(await screen.findByText(errorMessage('internal'))).toBeTruthy();
    answers['GET /api/cache-cards'] = { json: [ownCard(1)] };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Details TC-0000001' })).toBeTruthy();
  });
});

describe('the token history', () => {
  const row = (id: number, amount: number, description: string) => ({
    id,
    amount,
    type: 'scan',
    relatedEntityType: null,
    relatedEntityId: null,
    description,
    createdAt: '2026-11-01T08:00:00.000Z',
  });

  test('shows reasons, signs and older pages', async () => {
    answers['GET /api/tokens?limit=20'] = {
      json: { balance: 3, owed: 0, transactions: [row(9, 1, 'You found TC-0000009')], nextCursor: '9' },
    };
    answers['GET /api/tokens?limit=20&cursor=9'] = {
      json: { balance: 3, owed: 0, transactions: [row(8, -60, 'Redeemed')], nextCursor: null },
    };
    await visit();
    await userEvent.click(screen.getByRole('button', { name: 'Token history' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Token history' }));
    expect(await dialog.findByText('You found TC-0000009')).toBeTruthy();
    expect(dialog.getByText('+1')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Show more' }));
    const firstNew = (await dialog.findByText('−60')).closest('li');
    expect(document.activeElement).toBe(firstNew);
    expect(dialog.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
