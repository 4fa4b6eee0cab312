/** Payout runs at /api/admin/payouts, for super administrators. */

import { type Context, Hono } from 'hono';
import {
  type PayoutRun,
  type RunDetails,
  RunFileQuery,
  type RunLine,
  RunPayRequest,
  type RunPreview,
  RunPreviewQuery,
  RunRequest,
  RunStepRequest,
  type WaitingRun,
} from '#schema/payouts/admin-payout-runs.ts';
import { payPalLinesPerFile } from '#schema/rules.ts';
import { canApprove, countLinesBefore, decideStep, lineReference, payPalCells, runTerms } from '#worker/domain/payouts/payout-run.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdminOrLink, requireMoneyMover, requireSuperAdmin, superAdminOnly } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { type CsvColumn, createDownload, streamCsv } from '#worker/routes/admin/csv.ts';
import { readIdempotencyKey } from '#worker/routes/admin/idempotency-key.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type LineRow, type RunRow, runLineListShape, runListShape } from '#worker/store/payouts/admin-runs.ts';
import { presentMember } from './admin-present-payouts.ts';

const linesPerQuery = 1_000;

const lineColumns: CsvColumn<RunLine>[] = [
  { header: 'Line', value: ({ id }) => id },
  { header: 'Reference', value: ({ reference }) => reference },
  { header: 'Member', value: ({ member }) => member.id },
  { header: 'Email', value: ({ member }) => member.email },
  { header: 'Name', value: ({ member }) => member.name },
  { header: 'PayPal address', value: ({ address }) => address },
  { header: 'Amount (USD)', value: ({ amountCents }) => ({ cents: amountCents }) },
  { header: 'Entries', value: ({ entries }) => entries },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Reason', value: ({ reason }) => reason },
];

const lines = adminList({
  shape: runLineListShape,
  read: (store, request) => store.admin.payoutRuns.lines(request),
  present: (row: LineRow) => presentLine(row),
  csv: { fileName: 'payout-run-lines.csv', columns: lineColumns },
  isForSuperAdmins: true,
});

const runs = adminList({
  shape: runListShape,
  read: (store, request) => store.admin.payoutRuns.list(request),
  present: (row: RunRow) => presentRun(row),
  csv: {
    fileName: 'payout-runs.csv',
    columns: [
      { header: 'Run', value: ({ id }) => id },
      { header: 'Scope', value: ({ scope }) => scope },
      { header: 'Until', value: ({ until }) => until },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Members', value: ({ lines }) => lines },
      { header: 'Total (USD)', value: ({ totalCents }) => ({ cents: totalCents }) },
      { header: 'Returned (USD)', value: ({ returnedCents }) => ({ cents: returnedCents }) },
      { header: 'Started', value: ({ createdAt }) => createdAt },
      { header: 'Started by', value: ({ createdBy }) => createdBy },
      { header: 'Approved by', value: ({ approvedBy }) => approvedBy },
      { header: 'Paid', value: ({ paidAt }) => paidAt },
      { header: 'Paid by', value: ({ paidBy }) => paidBy },
    ],
  },
  isForSuperAdmins: true,
});

export const payoutRunRoutes = new Hono<AdminEnv>()
  .route('/lines', lines)
  .route('/', runs)

  .get('/preview', requireSuperAdmin, query(RunPreviewQuery), async (c) => {
    const { scope, until = null } = c.req.valid('query');
    return c.json((await c.var.store.admin.payoutRuns.preview(runTerms({ scope, until }, c.var.now))) satisfies RunPreview);
  })

  .post('/', requireMoneyMover, json(RunRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { scope, until = null } = c.req.valid('json');
    const request = `${actor.adminId}:${readIdempotencyKey(c)}`;
    const existingRun = await store.admin.payoutRuns.findRequest(request);
    if (existingRun && (existingRun.scope !== scope || existingRun.until !== until)) {
      throw new ApiError('idempotency_key_reused');
    }
    if (existingRun) return c.json(presentRun(existingRun));
    const { members, waitsForComparison } = await store.admin.payoutRuns.preview(runTerms({ scope, until }, now));
    if (waitsForComparison) throw new ApiError('payouts_to_compare');
    if (members === 0) throw new ApiError('no_payable_members');
    const run = await store.admin.payoutRuns.begin({ scope, until, request, expectedLines: members }, actor, now);
    if (!run) throw new ApiError('payouts_to_compare');
    return c.json(presentRun(run), 201);
  })

  .get('/waiting', requireSuperAdmin, async (c) => {
    const { actor, config, store } = c.var;
    const waitingRuns = await store.admin.waitingRuns.list(actor.adminId, config.environment === 'development');
    return c.json(waitingRuns.map((run) => ({ ...run, createdAt: toIso(run.createdAt) })) satisfies WaitingRun[]);
  })

  .get('/:id', requireSuperAdmin, async (c) => c.json(await loadRunDetails(c)))

  // Continues a long step (collecting or paying). The page repeats this call until the step is done, and any super administrator can resume
  // it later.
  .post('/:id/continue', requireMoneyMover, async (c) => {
    const { actor, now, store } = c.var;
    const id = readRowId(c);
    const run = requireValue(await store.admin.payoutRuns.find(id), 'payout_run_not_found');
    // Decides who is included as of the run's creation, so that every chunk uses the same conditions.
    if (run.status === 'collecting') await store.admin.payoutRuns.collectChunk(run, { ...runTerms(run, run.createdAt), now }, actor, now);
    if (run.status === 'paying') await store.admin.payoutRunPayments.paySome(id, actor, now);
    return c.json(await loadRunDetails(c));
  })

  .post('/:id/approve', requireMoneyMover, json(RunStepRequest), (c) => step(c, 'approve', c.req.valid('json').version))
  .post('/:id/cancel', requireMoneyMover, json(RunStepRequest), (c) => step(c, 'cancel', c.req.valid('json').version))

  .post('/:id/pay', requireMoneyMover, json(RunPayRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { version, wasSentBefore = false } = c.req.valid('json');
    const id = readRowId(c);
    unwrap(decideStep(await store.admin.payoutRuns.find(id), 'pay', version));
    const isStarted = await store.admin.payoutRunPayments.begin(id, { version, wasSentBefore }, actor, now);
    if (isStarted === 'to_compare' || isStarted === 'compared') throw new ApiError(`payouts_${isStarted}`);
    if (!isStarted) throw new ApiError('changed_meanwhile');
    await store.admin.payoutRunPayments.paySome(id, actor, now);
    return c.json(await loadRunDetails(c));
  })

  .post('/:id/lines/:line/sent', requireMoneyMover, async (c) => {
    const { actor, now, store } = c.var;
    const isRecorded = await store.admin.payoutRunPayments.lineSent(readRowId(c), rowId(c.req.param('line')), actor, now);
    if (!isRecorded) throw new ApiError('changed_meanwhile');
    return c.json(await loadRunDetails(c));
  })

  .get('/:id/paypal.csv', requireAdminOrLink, query(RunFileQuery), async (c) => {
    const { run, store } = await loadRunForFile(c);
    if (run.approvedAt === null || run.status === 'cancelled') throw new ApiError('payout_run_not_approved');
    const { part } = c.req.valid('query');
    if (countLinesBefore(part) >= Math.max(1, run.lines)) throw new ApiError('payout_file_empty');
    const runLines = await store.admin.payoutRuns.fileLines(run.id, 'to_pay', {
      limit: payPalLinesPerFile,
      offset: countLinesBefore(part),
    });
    const cells = runLines.map((row) => payPalCells({ ...row, reference: lineReference(row.runId, row.id) }));
    // There is no header row and no BOM, because PayPal reads the first line as a payment.
    return createDownload(`paypal-run-${run.id}-v${run.filesVersion}-part-${part}.csv`, cells);
  })

  .get('/:id/lines.csv', requireAdminOrLink, async (c) => {
    const { run, store } = await loadRunForFile(c);
    async function* pages() {
      for (let offset = 0; ; offset += linesPerQuery) {
        const page = await store.admin.payoutRuns.fileLines(run.id, 'all', { limit: linesPerQuery, offset });
        yield page.map(presentLine);
        if (page.length < linesPerQuery) return;
      }
    }
    return streamCsv(`payout-run-${run.id}.csv`, lineColumns, pages());
  });

async function loadRunForFile(c: Context<AdminEnv>) {
  superAdminOnly(c);
  const { actor, now, store } = c.var;
  const run = requireValue(await store.admin.payoutRuns.recheck(readRowId(c), actor, now), 'payout_run_not_found');
  return { run, store };
}

async function step(c: Context<AdminEnv>, action: 'approve' | 'cancel', version: number): Promise<Response> {
  const { actor, now, store } = c.var;
  const { payoutRuns } = store.admin;
  const details = await payoutRuns.details(readRowId(c), c.var.actor.adminId);
  const run = unwrap(decideStep(details.run, action, version));
  const approverOptions = approvers(c, details);
  if (action === 'approve' && !canApprove(run.createdById, actor.adminId, approverOptions)) throw new ApiError('second_administrator');
  const isDone =
    action === 'approve'
      ? await payoutRuns.approve(run.id, version, approverOptions.isDevelopment, actor, now)
      : await payoutRuns.cancel(run.id, version, actor, now);
  if (!isDone) throw new ApiError('changed_meanwhile');
  return c.json(await loadRunDetails(c));
}

function approvers(c: Context<AdminEnv>, { isSoleApprover }: { isSoleApprover: boolean }) {
  return { isSoleApprover, isDevelopment: c.var.config.environment === 'development' };
}

async function loadRunDetails(c: Context<AdminEnv>): Promise<RunDetails> {
  const { run, out, isSoleApprover } = await c.var.store.admin.payoutRuns.details(readRowId(c), c.var.actor.adminId);
  if (!run) throw new ApiError('payout_run_not_found');
  return {
    ...presentRun(run),
    out: out.map(presentLine),
    isApprovable: run.status === 'frozen' && canApprove(run.createdById, c.var.actor.adminId, approvers(c, { isSoleApprover })),
  };
}

function presentRun({ createdById, collectedTo, ...run }: RunRow): PayoutRun {
  return {
    ...run,
    createdAt: toIso(run.createdAt),
    approvedAt: toIsoOrNull(run.approvedAt),
    paidAt: toIsoOrNull(run.paidAt),
    cancelledAt: toIsoOrNull(run.cancelledAt),
  };
}

function presentLine(row: LineRow): RunLine {
  return {
    ...pick(row, 'id', 'runId', 'address', 'amountCents', 'entries', 'status', 'reason', 'outVersion', 'paymentId'),
    member: presentMember(row),
    reference: lineReference(row.runId, row.id),
  };
}
