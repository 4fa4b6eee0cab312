/** Every CSV export leaves an audit entry. Product rules: Administrators. */
import { expect, test } from 'vitest';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { row } from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { frozenRun, payee, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';
import { addressOf, apiRoutes } from '#tests/worker/support/route-table.ts';

test('each CSV export is in the audit log', async () => {
  const admin = await newAdmin();
  await owedCommission((await payee()).id, 1_000);
  const run = await frozenRun(admin);
  await takeStep(admin, 'approve', run);
  const exports = apiRoutes().filter(({ method, path }) => method === 'GET' && path.endsWith('.csv'));
  expect(exports.length).toBeGreaterThan(20);
  const countAuditedDownloads = async () =>
    (await row<{ n: number }>("SELECT count(*) AS n FROM audit_log WHERE action IN ('export.download', 'payout_run.download')"))?.n ?? 0;
  for (const route of exports) {
    const before = await countAuditedDownloads();
    const path = addressOf(route, 'TC-7654321').replace('/runs/5/', `/runs/${run.id}/`);
    expect((await admin.client.get(path)).status, path).toBe(200);
    expect((await countAuditedDownloads()) - before, path).toBe(1);
  }
});

test('the entry names the file and the filters, but no text that anyone chose', async () => {
  const admin = await newAdmin('admin');
  await admin.client.get('/api/admin/payouts/payments/export.csv?q=ada%40home.test&from=2026-11-01');
  expect((await auditOf('export', 'payouts-paid.csv')).at(-1)).toMatchObject({
    admin_id: admin.id,
    action: 'export.download',
    after: { from: '2026-11-01', isSearch: true },
  });
  await admin.client.get('/api/admin/audit/export.csv?member=ada%40home.test&action=order.refund');
  const audited = async (path: string, file: string) => {
    expect((await admin.client.get(`/api/admin/${path}`)).status).toBe(200);
    return (await auditOf('export', file)).at(-1)?.after;
  };
  expect(await audited('audit/export.csv?member=ada%40home.test&action=order.refund', 'audit-log.csv')).toEqual({
    action: 'order.refund',
    isSearch: true,
  });
  expect(await audited('audit/export.csv?object=user:ada&user=17', 'audit-log.csv')).toEqual({ user: '17', isSearch: true });
  const cursor = Buffer.from(JSON.stringify(['ada@home.test', 5, null])).toString('base64url');
  expect(await audited(`users/export.csv?sort=email&cursor=${cursor}&email=ada%40home.test&limit=5`, 'users.csv')).toEqual({
    sort: 'email',
    isContinued: true,
  });
  expect(
    await audited('charts/export.csv?from=2026-11-01&to=2026-11-02&email=ada%40home.test', 'days-2026-11-01-to-2026-11-02.csv'),
  ).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  });
  expect(await audited('numbers/export.csv?period=28days&email=ada%40home.test', 'numbers-28days.csv')).toEqual({ period: '28days' });
});
