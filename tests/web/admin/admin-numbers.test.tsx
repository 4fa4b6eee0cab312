import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { NumberRow } from '#schema/admin/number-rows.ts';
import { figureNames, type Numbers } from '#schema/admin/numbers.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { NumbersTab } from '#web/pages/admin/dashboard/numbers/NumbersTab.tsx';

const numbers: Numbers = {
  through: '2026-11-20',
  period: { from: '2026-10-24', to: '2026-11-20' },
  previous: { from: '2026-09-26', to: '2026-10-23' },
  figures: {
    ...Object.fromEntries(figureNames.map((name) => [name, { value: 0, previous: 0 }])),
    active28: { value: 1_204, previous: 1_075 },
    newMembers: { value: 1_703, previous: 2 },
    churn: { value: 0.125, previous: 0.11 },
    retention: { value: null, previous: null },
    refunds: { value: -500, previous: 0 },
    renewals: { value: 15_000, previous: 20_000 },
  } as Numbers['figures'],
  cohorts: [
    {
      month: '2026-09',
      members: 40,
      months: [
        { month: '2026-09', active: 40, paying: 10 },
        { month: '2026-10', active: 10, paying: 12 },
      ],
    },
  ],
};

beforeEach(async () => {
  history.replaceState(null, '', '/admin/dashboard?tab=numbers');
  await signInAsAdmin({});
});

function show() {
  render(
    <PageFrame>
      <NumbersTab />
    </PageFrame>,
  );
  return userEvent.setup();
}
const tile = (name: string) => within(screen.getByRole('region', { name }));

test('the numbers show each figure with its change, its definition and the rows behind it', async () => {
  fakeServer({ 'GET /api/admin/numbers?period=28days': { json: { numbers } } });
  const user = show();
  expect(await screen.findByText(/Oct 24, 2026 to Nov 20, 2026, compared with Sep 26, 2026 to Oct 23, 2026/)).toBeDefined();
  expect(tile('Active in 28 days').getByText('+12% from 1,075')).toBeDefined();
  expect(tile('Churn').getByText('+1.5 points from 11%')).toBeDefined();
  expect(tile('Renewals').getByText('−25% from $200.00')).toBeDefined();
  expect(tile('Refunds and disputes').getByRole('link', { name: '−$5.00' })).toBeDefined();
  expect(tile('Net revenue retention').getByText('No earlier figure')).toBeDefined();
  const link = (name: string) => tile(name).getByRole('link').getAttribute('href');
  expect(link('Churn')).toBe('/admin/dashboard?tab=numbers&period=28days&figure=churn&from=2026-10-24&to=2026-11-20');
  expect(link('Active in 7 days')).toContain('figure=active7&from=2026-11-14&to=2026-11-20');
  expect(link('Tokens outstanding')).toBe('/admin/dashboard?tab=users&sort=-tokens');
  expect(tile('New members').getByText('851 times 2')).toBeDefined();

  const info = tile('Churn').getByRole('button', { name: 'About Churn' });
  const definition = tile('Churn').getByText(/stopped paying in the period/);
  expect([info.getAttribute('aria-expanded'), definition.closest('[hidden]') === null]).toEqual(['false', false]);
  await user.click(info);
  expect([info.getAttribute('aria-expanded'), definition.closest('[hidden]') === null]).toEqual(['true', true]);
  expect(tile('Churn').getByRole('button', { name: 'Export CSV' })).toBeDefined();

  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells()).toEqual(['40', '100%', '25%']);
  await user.click(screen.getByRole('button', { name: 'Paying' }));
  expect(cells()).toEqual(['40', '25%', '30%']);
});

test('the URL keeps the chosen period, even before its numbers exist', async () => {
  fakeServer({
    'GET /api/admin/numbers?period=28days': { json: { numbers } },
    'GET /api/admin/numbers?period=year': { json: { numbers: null } },
  });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Year' }));
  expect(await screen.findByText('No numbers yet')).toBeDefined();
  expect(location.search).toBe('?tab=numbers&period=year');
});

test('a figure’s link lists the rows that it counts, with links to their orders', async () => {
  history.replaceState(null, '', '/admin/dashboard?tab=numbers&period=month&figure=refunds&from=2026-10-01&to=2026-10-31');
  const refund: NumberRow = {
    id: 4,
    at: '2026-10-02T10:00:00.000Z',
    member: { id: 7, email: 'ada@example.test' },
    about: 'Refund: 5 Cache Cards',
    orderId: 12,
    certificateId: null,
    amount: 500,
  };
  fakeServer({ 'GET /api/admin/numbers/rows/refunds?from=2026-10-01&to=2026-10-31': { json: [refund] } });
  show();
  const row = within(await screen.findByRole('row', { name: /ada@example\.test/ }));
  expect(row.getByRole('link', { name: 'Refund: 5 Cache Cards' }).getAttribute('href')).toBe('/admin/dashboard?tab=orders&order=12');
  expect(row.getByText('$5.00')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All numbers' }).getAttribute('href')).toBe('/admin/dashboard?tab=numbers&period=month');
});
