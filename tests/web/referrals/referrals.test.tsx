import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import type { Referrals, ReferredPerson } from '#schema/referrals/referral.ts';
import type { Earnings } from '#schema/site.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { ReferralsPage } from '#web/pages/referrals/ReferralsPage.tsx';

const friend = (id: number, changes: Partial<ReferredPerson> = {}): ReferredPerson => ({
  id,
  name: `friend${id}`,
  email: 'f•••@d•••.test',
  joinedAt: '2025-11-01T12:00:00.000Z',
  upgradedAt: '2025-11-02T12:00:00.000Z',
  tier: 'basic',
  commission: { amount: 10, status: 'pending' },
  treasureKeys: 1,
  ...changes,
});
const referrals = (people: ReferredPerson[], nextCursor: string | null = null): Referrals => ({
  referralCode: 'ABCD1234',
  link: 'https://cards.test/auth?ref=ABCD1234',
  totals: { joined: people.length, became: 1, treasureKeys: 3 },
  people,
  news: [],
  nextCursor,
});
const earning = (id: number, amount: number, changes: Partial<Earnings['commissions'][number]> = {}) => ({
  id,
  amount,
  status: 'pending' as const,
  description: `Referral ${id}`,
  createdAt: '2026-11-02T12:00:00.000Z',
  paidAt: null,
  ...changes,
});
const noEarnings: Earnings = {
  summary: { commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 },
  commissions: [],
  treasureChests: [],
  openedChestMonth: null,
  surpluses: [],
};
const failure = refused('internal');

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
const scrolledTo = vi.fn();
beforeEach(() => {
  answers = {
    'GET /api/config': { json: site },
    'GET /api/referrals': { json: referrals([]) },
    'GET /api/earnings': { json: noEarnings },
    'GET /api/payout-address': { json: { email: null, pendingEmail: null, heldUntil: null } },
  };
  sent = fakeServer(answers);
  scrolledTo.mockClear();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo(this.textContent);
  };
  history.replaceState(null, '', '/dashboard/referrals');
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

async function visit(user: Partial<User> = { role: 'basic' }) {
  await signInAs(user);
  answers['GET /api/user'] = { json: { ...member, ...user } };
  render(
    <PageFrame>
      <ReferralsPage />
    </PageFrame>,
  );
}

const listFriends = () =>
  within(screen.getByRole('list', { name: 'Your friends' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const listNames = () => listFriends().map((text) => /friend\d/.exec(text)?.[0]);
const region = (name: string) => within(screen.getByRole('region', { name }));

describe('the invitation', () => {
  test('can be copied, shown as a QR code and saved', async () => {
    await visit();
    const user = userEvent.setup();
    expect(await screen.findByLabelText('Your invitation link')).toHaveProperty('value', 'https://cards.test/auth?ref=ABCD1234');
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('https://cards.test/auth?ref=ABCD1234');
    expect(screen.getByRole('img', { name: 'QR code for your invitation link' }).getAttribute('src')).toBe('/api/referrals/qr');
    expect(screen.getByRole('link', { name: 'Save QR' }).getAttribute('download')).toBe('cache-cards-invitation.svg');
  });

  test('can be shared if the device supports it', async () => {
    const share = vi.fn(async () => {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: 'https://cards.test/auth?ref=ABCD1234' }));
  });

  test('reports a missing QR code, and tries again', async () => {
    await visit();
    fireEvent.error(await screen.findByRole('img', { name: 'QR code for your invitation link' }));
    expect(screen.getByText('Couldn’t load the QR code.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('img', { name: 'QR code for your invitation link' })).toBeTruthy();
  });
});

describe('the list of friends', () => {
  test('shows what each earned and its status', async () => {
    answers['GET /api/referrals'] = {
      json: referrals([
        friend(1),
        friend(2, { tier: 'premium', commission: { amount: 20, status: 'paid' }, treasureKeys: 2 }),
        friend(3, { commission: { amount: 10, status: 'held' }, treasureKeys: 0 }),
        friend(4, { tier: 'free', commission: { amount: 10, status: 'reversed' }, treasureKeys: 0 }),
        friend(5, { name: null, tier: 'free', upgradedAt: null, commission: null, treasureKeys: 0 }),
        friend(6, { commission: { amount: 0, status: 'held' }, treasureKeys: 0, upgradedAt: '2025-10-01T12:00:00.000Z' }),
      ]),
    };
    await visit({ role: 'premium' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(listFriends()).toEqual([
      'Ffriend1BasicUpgraded Nov 2, 2025f•••@d•••.test$10.00Payout due1 Treasure Key',
      'Ffriend2PremiumUpgraded Nov 2, 2025f•••@d•••.test$20.00Paid2 Treasure Keys',
      'Ffriend3BasicUpgraded Nov 2, 2025f•••@d•••.test$10.00In review',
      'Ffriend4FreeUpgraded Nov 2, 2025f•••@d•••.test$10.00Reversed',
      'Ff•••@d•••.testFreeJoined Nov 1, 2025No reward yet',
      'Ffriend6BasicUpgraded Oct 1, 2025f•••@d•••.testIn review',
    ]);
    expect(region('Your friends').getByText('Upgraded', { selector: 'dt' }).nextSibling?.textContent).toBe('1');
  });

  test('starts with the latest news, also of members on a later page', async () => {
    const upgradedNow = friend(1, { upgradedAt: new Date().toISOString() });
    const newcomer = { upgradedAt: null, tier: 'free', commission: null, treasureKeys: 0 } as const;
    const people = [friend(9, newcomer), friend(8, { upgradedAt: '2025-12-01T12:00:00.000Z' })];
    answers['GET /api/referrals'] = { json: { ...referrals(people, '8'), news: [upgradedNow, friend(8)] } };
    answers['GET /api/referrals?cursor=8'] = { json: referrals([friend(2), upgradedNow]) };
    await visit();
    await screen.findByText('friend1');
    expect(listNames()).toEqual(['friend1', 'friend8', 'friend9']);
    expect(screen.getByText('New').closest('li')?.textContent).toMatch(/friend1.*Paid within 7 days/);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('friend2');
    expect(listNames()).toEqual(['friend1', 'friend8', 'friend9', 'friend2']);
  });

  test('shows five at first, and the rest of the page without a request', async () => {
    answers['GET /api/referrals'] = { json: referrals([9, 8, 7, 6, 5, 4, 3].map((id) => friend(id))) };
    await visit();
    await screen.findByText('friend9');
    expect(listNames()).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(listNames()).toHaveLength(7);
    expect(document.activeElement).toBe(screen.getByText('friend4').closest('li'));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(sent.filter(({ path }) => path.startsWith('/api/referrals'))).toHaveLength(1);
  });

  test('loads more with Show more, with the focus on the first new one', async () => {
    answers['GET /api/referrals'] = { json: referrals([friend(9)], '9') };
    answers['GET /api/referrals?cursor=9'] = failure;
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByText(errorMessage('internal'))).getAttribute('role')).toBe('alert');
    answers['GET /api/referrals?cursor=9'] = { json: referrals([friend(8)]) };
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    const added = (await screen.findByText('friend8')).closest('li');
    expect(document.activeElement).toBe(added);
    expect(screen.queryByText(errorMessage('internal'))).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('invites friends if it is empty', async () => {
    await visit();
    expect(await screen.findByRole('heading', { name: 'No one has joined yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Invite a friend' }).getAttribute('href')).toBe('#invitation-link');
    expect((await screen.findByLabelText('Your invitation link')).id).toBe('invitation-link');
  });

  test('can be loaded again', async () => {
    answers['GET /api/referrals'] = failure;
    await visit();
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your friends' })).toBeTruthy();
    answers['GET /api/referrals'] = { json: referrals([friend(1)]) };
    await userEvent.click(region('Your friends').getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('friend1')).toBeTruthy();
  });
});

describe('the earnings', () => {
  test('add up, with reversals as negative amounts', async () => {
    answers['GET /api/earnings'] = {
      json: {
        summary: { commissions: 10, treasureChests: 6, pending: -4, paid: 20, grandTotal: 16 },
        commissions: [
          earning(3, -10, { description: 'Taken back: fay' }),
          earning(2, 10, { status: 'paid', paidAt: '2026-11-05T12:00:00.000Z' }),
          earning(1, 10, { status: 'held' }),
        ],
        treasureChests: [earning(4, 6, { description: 'October 2026, Silver' })],
        openedChestMonth: null,
        surpluses: [],
      },
    };
    await visit();
    const earnings = region('Earnings');
    expect((await earnings.findByText('Total earned')).nextSibling?.textContent).toBe('$16.00');
    expect(earnings.getByText('To be paid').nextSibling?.textContent).toBe('−$4.00');
    expect(earnings.getByText(/deduct your commission from your upcoming payouts/)).toBeTruthy();
    const commissions = region('Commissions');
    expect(commissions.getByText('−$10.00').parentElement?.textContent).toBe('Taken back: fay−$10.00Nov 2, 2026Reversed');
    expect(commissions.getByText('Paid Nov 5, 2026')).toBeTruthy();
    expect(commissions.getByText('In review')).toBeTruthy();
    expect(region('Treasure Chests').getByText('Pending')).toBeTruthy();
  });

  test('explain overpayments and their deductions', async () => {
    const surplus = (id: number, amount: number, paidAt: string) => ({ id, amount, reference: `CC-1-${id}`, paidAt });
    answers['GET /api/earnings'] = {
      json: {
        ...noEarnings,
        summary: { commissions: 10, treasureChests: 0, pending: -2, paid: 12, grandTotal: 10 },
        openedChestMonth: null,
        surpluses: [surplus(9, -8, '2026-11-20T12:00:00.000Z'), surplus(5, 10, '2026-11-05T12:00:00.000Z')],
      },
    };
    await visit();
    const earnings = region('Earnings');
    expect(
      await earnings.findByText('On Nov 5, 2026, we paid you $10.00 too much (CC-1-5). We’ll deduct it from your next payout.'),
    ).toBeTruthy();
    expect(earnings.getByText('On Nov 20, 2026, we deducted an earlier overpayment of $8.00 (CC-1-9).')).toBeTruthy();
    expect(earnings.queryByText(/membership was refunded/)).toBeNull();
  });

  test('are not loaded for a free member, who sees how to earn', async () => {
    await visit({ role: 'free' });
    expect(region('Earnings').getByRole('link', { name: 'Upgrade to Basic' }).getAttribute('href')).toBe('/dashboard?upgrade=basic');
    await screen.findByRole('heading', { name: 'No one has joined yet' });
    expect(sent.map(({ path }) => path)).not.toContain('/api/earnings');
  });

  test('of a member whose year has ended are shown, above how to earn more', async () => {
    answers['GET /api/earnings'] = {
      json: {
        summary: { commissions: 20, treasureChests: 0, pending: 20, paid: 0, grandTotal: 20 },
        commissions: [earning(1, 20, { status: 'held' })],
        treasureChests: [],
        openedChestMonth: null,
        surpluses: [],
      },
    };
    await visit({ role: 'free', hasEarnings: true });
    const earnings = region('Earnings');
    expect((await earnings.findByText('To be paid')).nextSibling?.textContent).toBe('$20.00');
    expect(earnings.getByText('In review')).toBeTruthy();
    expect(earnings.getByText(/What you’ve already earned stays yours/)).toBeTruthy();
    expect(earnings.getByRole('link', { name: 'Upgrade to Basic' })).toBeTruthy();
  });

  test('have texts for none and for a failure to load', async () => {
    answers['GET /api/earnings'] = failure;
    await visit();
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your earnings' })).toBeTruthy();
    answers['GET /api/earnings'] = { json: noEarnings };
    await userEvent.click(region('Earnings').getByRole('button', { name: 'Try again' }));
    expect(await region('Earnings').findByText(/No commissions yet. You earn one/)).toBeTruthy();
  });

  test('are scrolled to by #earnings, until the reader scrolls away', async () => {
    const resize = watchResizes();
    history.replaceState(null, '', '/dashboard/referrals#earnings');
    await visit();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Earnings' })));
    await screen.findByRole('heading', { name: 'No one has joined yet' });
    resize();
    expect(scrolledTo).toHaveBeenCalledExactlyOnceWith('Earnings');
    fireEvent.wheel(document.body);
    resize();
    expect(scrolledTo).toHaveBeenCalledOnce();
  });

  test('are scrolled to by a link on the page', async () => {
    watchResizes();
    await visit();
    location.hash = '#earnings';
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Earnings' })));
  });
});

/** Replaces ResizeObserver because jsdom has no layout. The returned function simulates a resize. */
function watchResizes(): () => void {
  const watching = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: () => void;
      constructor(report: () => void) {
        this.report = report;
      }
      observe() {
        watching.add(this.report);
      }
      disconnect() {
        watching.delete(this.report);
      }
    },
  );
  return () => {
    for (const report of watching) report();
  };
}
