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

test('the entry names the file and the filters, but neither the text of a search nor a member’s email', async () => {
  const admin = await newAdmin('admin');
  await admin.client.get('/api/admin/payouts/payments/export.csv?q=ada%40home.test&from=2026-11-01');
  expect((await auditOf('export', 'payouts-paid.csv')).at(-1)).toMatchObject({
    admin_id: admin.id,
    action: 'export.download',
    after: { from: '2026-11-01', isSearch: true },
  });
  await admin.client.get('/api/admin/audit/export.csv?member=ada%40home.test&action=order.refund');
  expect((await auditOf('export', 'audit-log.csv')).at(-1)).toMatchObject({ after: { action: 'order.refund', isSearch: true } });
});
