import { Hono } from 'hono';
import { ChartQuery, type DayTotals } from '#schema/admin/charts.ts';
import type { Totals } from '#schema/admin/totals.ts';
import type { MoneyMonth } from '#schema/orders/money-months.ts';
import { type ChartSpan, fillMissingDays, readSpan } from '#worker/domain/admin/chart-span.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireAdminOrLink } from '#worker/middleware/admin.ts';
import { query } from '#worker/middleware/json-body.ts';
import { type CsvColumn, exportCsv } from './csv.ts';

export const totalsRoutes = new Hono<AdminEnv>().get('/', requireAdmin, async (c) => {
  const { actor, actsAs, config, now, store } = c.var;
  const viewer = { adminId: actor.adminId, isSuperAdmin: actsAs === 'super_admin', isDevelopment: config.environment === 'development' };
  return c.json((await store.admin.totals.totals(viewer, now)) satisfies Totals);
});

const columns: CsvColumn<DayTotals>[] = [
  { header: 'Day (UTC)', value: ({ day }) => day },
  { header: 'Sign-ups', value: ({ signUps }) => signUps },
  { header: 'Scans', value: ({ scans }) => scans },
  { header: 'Tokens issued', value: ({ tokensIssued }) => tokensIssued },
  { header: 'Tokens redeemed', value: ({ tokensRedeemed }) => tokensRedeemed },
  { header: 'Tokens withdrawn', value: ({ tokensWithdrawn }) => tokensWithdrawn },
  { header: 'Revenue (USD)', value: ({ revenueCents }) => ({ cents: revenueCents }) },
];

const monthsShown = 24;
const monthColumns: CsvColumn<MoneyMonth>[] = [
  { header: 'Month (UTC)', value: ({ month }) => month },
  { header: 'Revenue (USD)', value: ({ revenueCents }) => ({ cents: revenueCents }) },
  { header: 'Refunds (USD)', value: ({ returnedCents }) => ({ cents: returnedCents }) },
  { header: 'Fees (USD)', value: ({ feeCents }) => ({ cents: feeCents }) },
  { header: 'Net (USD)', value: ({ netCents }) => ({ cents: netCents }) },
];

export const chartRoutes = new Hono<AdminEnv>()
  .get('/', requireAdmin, query(ChartQuery), async (c) => {
    const span = parseSpan(c.req.valid('query'), c.var.now);
    return c.json(fillMissingDays(span, await c.var.store.admin.totals.days(span)) satisfies DayTotals[]);
  })
  .get('/months', requireAdmin, async (c) => c.json((await c.var.store.admin.totals.months(monthsShown)) satisfies MoneyMonth[]))
  .get('/months/export.csv', requireAdminOrLink, (c) => {
    const { store } = c.var;
    async function* months() {
      yield await store.admin.totals.months(Number.MAX_SAFE_INTEGER);
    }
    return exportCsv(c, 'months.csv', monthColumns, months());
  })
  .get('/export.csv', requireAdminOrLink, query(ChartQuery), (c) => {
    const span = parseSpan(c.req.valid('query'), c.var.now);
    const { store } = c.var;
    async function* days() {
      yield fillMissingDays(span, await store.admin.totals.days(span));
    }
    return exportCsv(c, `days-${span.from}-to-${span.to}.csv`, columns, days(), { ...span });
  });

function parseSpan(query: ChartQuery, now: number): ChartSpan {
  const span = readSpan(query, now);
  if (!span.ok) throw new ApiError('invalid_input', { fields: span.refusal });
  return span.value;
}
