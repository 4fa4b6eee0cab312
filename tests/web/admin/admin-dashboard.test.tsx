import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Overview } from '#schema/admin/overview.ts';
import type { Totals } from '#schema/admin/totals.ts';
import { errorMessage } from '#schema/errors.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { days } from '#tests/web/support/chart-days.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { AdminDashboardPage } from '#web/pages/admin/dashboard/AdminDashboardPage.tsx';
import { adminTabs } from '#web/pages/admin/dashboard/tabs.ts';

const totals: Totals = {
  users: 1_204,
  cards: 318,
  tokensIssued: 9_001,
  attention: {
    claims: 2,
    payouts: 1_250,
    orders: 0,
    disputes: 0,
    reviews: 3,
    secondLooks: 0,
    stays: 10_001,
    messages: 0,
    ledger: 0,
    money: 0,
    jobs: 0,
    mails: 1,
    events: 2,
    prints: 0,
    runs: 0,
  },
};

let answers: Parameters<typeof fakeServer>[0];

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  history.replaceState(null, '', '/admin/dashboard');
  await signInAsAdmin({});
  answers = { 'GET /api/admin/totals': { json: totals } };
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the dashboard page', () => {
  const showDashboard = () =>
    render(
      <PageFrame>
        <AdminDashboardPage />
      </PageFrame>,
    );

  test('greets by first name, has links, and shows the three sums', async () => {
    fakeServer(answers);
    showDashboard();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeTruthy();
    expect(screen.getByText('Welcome, Ada')).toBeTruthy();
    for (const [name, path] of [
      ['My Account', '/admin/account'],
      ['Test QR Codes', '/admin/test-qr'],
      ['Test Card API', '/admin/test-card-api'],
    ])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path);
    const tiles = screen.getByRole('region', { name: 'Totals' });
    await within(tiles).findByText('1,204');
    expect(within(tiles).getByText('318')).toBeTruthy();
    expect(within(tiles).getByText('9,001')).toBeTruthy();
  });

  test('greets an administrator without a first name as admin', async () => {
    await signInAsAdmin({ firstName: null });
    fakeServer(answers);
    showDashboard();
    expect(screen.getByText('Welcome, Admin')).toBeTruthy();
    await screen.findByText('1,204');
  });

  test('shows the number of waiting items on the tabs, up to 10,000', async () => {
    fakeServer(answers);
    showDashboard();
    const tabOf = (words: HTMLElement) => words.closest('[role=tab]')?.textContent;
    expect(tabOf(await screen.findByText('waiting for a decision'))).toBe('Claims, 2 waiting for a decision');
    expect(tabOf(screen.getByText('on hold, overdue or waiting for you'))).toBe('Payouts, 1,250 on hold, overdue or waiting for you');
    expect(tabOf(screen.getByText('need attention'))).toBe('System, 3 need attention');
    expect(screen.getByText('Orders').textContent).toBe('Orders');
    expect(tabOf(screen.getByText('waiting for you'))).toBe('Stays, >10,000more than 10,000 waiting for you');
  });

  test('starts with Users; the address names the tab and drops the former tab’s parameters', async () => {
    history.replaceState(null, '', '/admin/dashboard?q=fay&sort=-tokens');
    fakeServer(answers);
    showDashboard();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toHaveLength(adminTabs.length);
    expect(screen.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('tab', { name: /^System/ }));
    expect(location.search).toBe('?tab=system');
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
    await screen.findByText('1,204');
  });

  test('reports a failure of the totals, and loads them again', async () => {
    fakeServer({ 'GET /api/admin/totals': refused('internal') });
    showDashboard();
    const alert = (await screen.findByText(errorMessage('internal'))).closest('[role=alert]') as HTMLElement;
    fakeServer(answers);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('1,204');
  });

  test('lists pending work in the overview, with links to the lists, and the key figures', async () => {
    history.replaceState(null, '', '/admin/dashboard?tab=overview');
    const held = { count: 2, cents: 3_000, isMinimum: false, reasons: [{ reason: 'dispute', count: 2, cents: 3_000 }] };
    const overview: Overview = {
      paying: { basic: 1_000, premium: 204 },
      recurringCents: 7_040_000,
      tokens: 9_001,
      owed: { cents: 1_939_600, members: 1_629 },
      overdue: { count: 10_001, cents: 120_000, isMinimum: true },
      heldCommissions: held,
      heldChests: { count: 0, cents: 0, isMinimum: false, reasons: [] },
    };
    fakeServer({
      ...answers,
      'GET /api/admin/totals': { json: { ...totals, attention: { ...totals.attention, runs: 1 } } },
      'GET /api/admin/payouts/runs/waiting': {
        json: [{ id: 7, step: 'approve', lines: 2, totalCents: 2_805, createdAt: '2026-11-20T10:00:00.000Z', createdBy: 'bo@demo.test' }],
      },
      'GET /api/admin/overview': { json: overview },
      'GET /api/admin/charts?from=2026-10-23&to=2026-11-21': { json: days(30) },
    });
    showDashboard();
    // Imports the tab first because loading its code can take longer than the default timeout.
    await import('#web/pages/admin/dashboard/overview/OverviewTab.tsx');
    const leadsTo = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await leadsTo(/^more than 10,000 payouts overdue$/)).toBe('/admin/dashboard?tab=payouts&view=due&state=overdue');
    expect(await leadsTo(/^Approve run 7: \$28\.05$/)).toBe('/admin/dashboard?tab=payouts&view=runs&run=7');
    expect(await leadsTo(/^1 payout run waiting for you$/)).toBe('/admin/dashboard?tab=payouts&view=runs');
    expect(await leadsTo(/^2 commissions on hold$/)).toBe('/admin/dashboard?tab=payouts&view=commissions&status=held');
    expect(await leadsTo(/^2 claims to decide$/)).toBe('/admin/dashboard?tab=claims&status=pending');
    expect(await leadsTo(/^1 email could not be sent$/)).toBe('/admin/dashboard?tab=system&view=mails&status=dead');
    expect(screen.queryByRole('link', { name: /messages? unanswered/ })).toBeNull();
    const business = screen.getByRole('region', { name: 'Business' });
    for (const words of [/^1,204$/, /^1,000 Basic, 204 Premium$/, /^\$70,400\.00$/, /^\$19,396\.00$/])
      expect(within(business).getByText(words)).toBeTruthy();
    expect(within(business).getByText('To 1,629 members; more than $1,200.00 overdue; plus $30.00 on hold')).toBeTruthy();
    await screen.findByRole('slider', { name: /Tokens/ });
    await userEvent.click(screen.getByRole('link', { name: /^2 claims to decide$/ }));
    expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: /^Claims/ }));
  });
});
