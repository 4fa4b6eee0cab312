import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { days, zeros } from '#tests/web/support/chart-days.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { DailyCharts } from '#web/pages/admin/dashboard/charts/DailyCharts.tsx';
import { MoneyMonths } from '#web/pages/admin/dashboard/charts/MoneyMonths.tsx';
import { createScale } from '#web/pages/admin/dashboard/charts/scale.ts';
import { getLastDays, getSpanError, groupIntoPeriods, sumFigures } from '#web/pages/admin/dashboard/charts/spans.ts';

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  await signInAsAdmin({});
});
afterEach(() => {
  vi.useRealTimers();
});

test('the money of each month has its revenue, refunds, fees and net', async () => {
  fakeServer({
    'GET /api/admin/charts/months': {
      json: [
        { month: '2026-11', revenueCents: 15_000, returnedCents: 5_000, feeCents: 495, netCents: 9_505 },
        { month: '2026-10', revenueCents: 0, returnedCents: 500, feeCents: 0, netCents: -500 },
      ],
    },
  });
  render(
    <PageFrame>
      <MoneyMonths />
    </PageFrame>,
  );
  await screen.findByRole('table');
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Month (UTC)RevenueRefundsFeesNet',
    'November 2026$150.00$50.00$4.95$95.05',
    'October 2026$0.00$5.00$0.00−$5.00',
  ]);
});

describe('the dashboard’s charts', () => {
  const showCharts = () =>
    render(
      <PageFrame>
        <DailyCharts />
      </PageFrame>,
    );
  const path = 'GET /api/admin/charts?from=2026-10-23&to=2026-11-21';

  test('are summed up in words, and arrow keys step through the days', async () => {
    fakeServer({ [path]: { json: days(30, '2026-10-23') } });
    showCharts();
    const slider = await screen.findByRole('slider', { name: 'Rewarded scans by day' });
    expect(screen.getByText('435 scans')).toBeTruthy();
    expect(screen.getByText('Peak: 29 scans (Nov 21)')).toBeTruthy();
    await userEvent.click(slider);
    slider.focus();
    await userEvent.keyboard('{End}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Sat, Nov 21, 2026: 29 scans');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Thu, Nov 19, 2026: 27 scans');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Fri, Oct 23, 2026: 0 scans');
    // All charts share the selected day.
    expect(screen.getByRole('slider', { name: /Revenue/ }).getAttribute('aria-valuetext')).toBe('Fri, Oct 23, 2026: $0.00');
  });

  test('have their figures in a table', async () => {
    const known = { ...zeros, day: '2026-11-21', tokensIssued: 1_200, tokensRedeemed: -60, revenueCents: 15_050 };
    fakeServer({ [path]: { json: [...days(2, '2026-11-19'), known] } });
    showCharts();
    await screen.findByRole('slider', { name: /Tokens/ });
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const row = screen.getByRole('row', { name: /Sat, Nov 21, 2026/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1,200', '−60', '0', '0', '0', '$150.50']);
    expect(screen.getAllByRole('row')).toHaveLength(5);
  });

  test('load another range, but no invalid one', async () => {
    const sent = fakeServer({
      [path]: { json: days(30) },
      'GET /api/admin/charts?from=2026-11-15&to=2026-11-21': { json: days(7, '2026-11-15') },
      'GET /api/admin/charts?from=2026-11-15&to=2026-11-20': { json: days(6, '2026-11-15') },
    });
    showCharts();
    await userEvent.click(await screen.findByRole('button', { name: '7 days' }));
    await screen.findByText('21 scans');
    await userEvent.click(screen.getByRole('button', { name: 'Custom' }));
    await userEvent.clear(screen.getByLabelText('End date'));
    expect(screen.getByText('Please choose both dates').getAttribute('role')).toBe('alert');
    await userEvent.type(screen.getByLabelText('End date'), '2026-11-20');
    await screen.findByText('15 scans');
    expect(screen.queryByText('Please choose both dates')).toBeNull();
    expect(sent.map((request) => request.path)).toHaveLength(3);
  });

  test('report a failure and offer to try again', async () => {
    fakeServer({ [path]: new Error('offline') });
    showCharts();
    await screen.findByText('No connection. Check your network and try again.');
    fakeServer({ [path]: { json: days(30) } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('slider', { name: /Tokens/ });
  });
});

describe('drawing a chart', () => {
  test('puts grid lines at round values around all data', () => {
    expect(createScale([0, 0], 1).ticks).toEqual([0, 1]);
    expect(createScale([3], 1).ticks).toEqual([0, 1, 2, 3]);
    expect(createScale([7], 1).ticks).toEqual([0, 5, 10]);
    expect(createScale([1_204], 1).ticks).toEqual([0, 500, 1_000, 1_500]);
    expect(createScale([15_050], 100).ticks).toEqual([0, 10_000, 20_000]);
    expect(createScale([-60, 90], 1).ticks).toEqual([-100, -50, 0, 50, 100]);
  });

  test('groups a long range into weeks without losing anything', () => {
    const year = days(365, '2025-11-22');
    const periods = groupIntoPeriods(year);
    expect(periods).toHaveLength(53);
    expect(periods[0]).toMatchObject({ from: '2025-11-22', to: '2025-11-22' });
    expect(periods.at(-1)).toMatchObject({ from: '2026-11-15', to: '2026-11-21', name: 'Nov 15 to Nov 21, 2026' });
    expect(sumFigures(periods)).toEqual(sumFigures(year));
    expect(groupIntoPeriods(days(90))).toHaveLength(90);
  });

  test('accepts the same ranges as the server', () => {
    expect(getLastDays(7, new Date('2026-03-01T23:59:00Z'))).toEqual({ from: '2026-02-23', to: '2026-03-01' });
    expect(getSpanError({ from: '2025-11-21', to: '2026-11-21' })).toBeUndefined();
    expect(getSpanError({ from: '2025-11-20', to: '2026-11-21' })).toBe('Choose at most 366 days');
    expect(getSpanError({ from: '2026-11-22', to: '2026-11-21' })).toBe('The start date must not be after the end date');
  });
});
