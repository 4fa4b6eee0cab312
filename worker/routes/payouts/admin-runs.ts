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
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import { type Approver, canApprove, listApprovers } from '#worker/domain/payouts/approvers.ts';
import {
  countLinesBefore,
  decideStep,
  decideUndo,
  lineReference,
  payPalCells,
  type RunStep,
  runTerms,
  undoableUntil,
} from '#worker/domain/payouts/payout-run.ts';
import { pick } from '#worker/domain/pick.ts';
import { type Seconds, toIso, toIsoOrNull, utcMinute } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdminOrLink, requireMoneyMover, requireSuperAdmin, superAdminOnly } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { type CsvColumn, createDownload, exportCsv } from '#worker/routes/admin/csv.ts';
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
    const { actor, config, now, store } = c.var;
    const waitingRuns = await store.admin.waitingRuns.list(actor.adminId, config.environment === 'development', now);
    return c.json(waitingRuns.map((run) => ({ ...run, createdAt: toIso(run.createdAt) })) satisfies WaitingRun[]);
  })

  .get('/:id', requireSuperAdmin, async (c) => c.json(await loadRunDetails(c)))

  // Continues a long step (collecting or paying). The page repeats this call until the step is done, and any super administrator can resume
  // it later.
  .post('/:id/continue', requireMoneyMover, async (c) => {
    const { actor, now, store } = c.var;
    const id = readRowId(c);
    const run = requireValue(await store.admin.payoutRuns.find(id), 'payout_run_not_found');
    // Uses the run's creation time so that the same conditions apply to every chunk.
    const terms = { ...runTerms(run, run.createdAt), now };
    if (run.status === 'collecting') await store.admin.payoutRuns.collectChunk(run, terms, isDevelopment(c), actor, now);
    if (run.status === 'paying') await store.admin.payoutRunPayments.paySome(run, actor, now);
    return c.json(await loadRunDetails(c));
  })

  .post('/:id/approve', requireMoneyMover, json(RunStepRequest), (c) => applyStep(c, 'approve', c.req.valid('json')))
  .post('/:id/cancel', requireMoneyMover, json(RunStepRequest), (c) => applyStep(c, 'cancel', c.req.valid('json')))

  .post('/:id/pay', requireMoneyMover, json(RunPayRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { wasSentBefore = false, ...request } = c.req.valid('json');
    const { version } = request;
    const id = readRowId(c);
    checkStep(await store.admin.payoutRuns.find(id), 'pay', request);
    const isStarted = await store.admin.payoutRunPayments.begin(id, { version, wasSentBefore }, actor, now);
    if (isStarted === 'to_compare' || isStarted === 'compared') throw new ApiError(`payouts_${isStarted}`);
    if (!isStarted) throw new ApiError('changed_meanwhile');
    await store.admin.payoutRunPayments.paySome({ id, paidAt: now }, actor, now);
    return c.json(await loadRunDetails(c));
  })

  .post('/:id/undo', requireMoneyMover, json(RunStepRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { payoutRunUndo } = store.admin;
    const id = readRowId(c);
    const { version } = c.req.valid('json');
    unwrap(decideUndo(await payoutRunUndo.facts(id), version, now));
    if (!(await payoutRunUndo.undo(id, version, actor, now))) {
      // If a concurrent change prevented the undo, this throws the error that explains why.
      unwrap(decideUndo(await payoutRunUndo.facts(id), version, now));
      throw new ApiError('changed_meanwhile');
    }
    return c.json(await loadRunDetails(c));
  })

  .post('/:id/lines/:line/sent', requireMoneyMover, async (c) => {
    const { actor, now, store } = c.var;
    const isRecorded = await store.admin.payoutRunPayments.lineSent(readRowId(c), rowId(c.req.param('line')), actor, now);
    if (!isRecorded) throw new ApiError('changed_meanwhile');
    return c.json(await loadRunDetails(c));
  })

  .get('/:id/paypal.csv', requireAdminOrLink, query(RunFileQuery), async (c) => {
    const { actor, now } = c.var;
    const { run, store } = await loadRunForFile(c);
    if (run.approvedAt === null || run.status === 'cancelled') throw new ApiError('payout_run_not_approved');
    const { part } = c.req.valid('query');
    if (countLinesBefore(part) >= Math.max(1, run.lines)) throw new ApiError('payout_file_empty');
    const runLines = await store.admin.payoutRuns.fileLines(run.id, 'to_pay', {
      limit: payPalLinesPerFile,
      offset: countLinesBefore(part),
    });
    await store.admin.payoutRuns.noteDownload(run, part, actor, now);
    const cells = runLines.map((row) => payPalCells({ ...row, reference: lineReference(row.runId, row.id) }));
    // The PayPal file has no header row and no BOM because PayPal reads its first line as a payment.
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
    return exportCsv(c, `payout-run-${run.id}.csv`, lineColumns, pages());
  });

async function loadRunForFile(c: Context<AdminEnv>) {
  superAdminOnly(c);
  const { actor, now, store } = c.var;
  const run = requireValue(await store.admin.payoutRuns.recheck(readRowId(c), actor, now), 'payout_run_not_found');
  return { run, store };
}

/** Checks whether a step of a payout run is allowed. If the total in the request is wrong, the error includes the correct total. */
function checkStep(run: RunRow | undefined, step: RunStep, request: RunStepRequest): RunRow {
  const result = decideStep(run, step, request);
  if (!result.ok && result.refusal === 'payout_total_differs')
    throw new ApiError(result.refusal, { field: 'total', params: { total: `$${formatDollars(run?.totalCents ?? 0)}` } });
  return unwrap(result);
}

async function applyStep(c: Context<AdminEnv>, action: 'approve' | 'cancel', request: RunStepRequest): Promise<Response> {
  const { actor, now, store } = c.var;
  const { payoutRuns } = store.admin;
  const details = await payoutRuns.details(readRowId(c), now);
  const run = checkStep(details.run, action, request);
  if (action === 'approve')
    refuseApprover(listApprovers(run.createdById, details.approverFacts, isDevelopment(c), now), actor.adminId, now);
  const isDone =
    action === 'approve'
      ? await payoutRuns.approve(run.id, request.version, isDevelopment(c), actor, now)
      : await payoutRuns.cancel({ ...run, version: request.version }, actor, now);
  if (!isDone) {
    const current = await payoutRuns.find(run.id);
    const isShrunk = action === 'approve' && current !== undefined && current.outLines > run.outLines;
    throw new ApiError(isShrunk ? 'payout_run_shrunk' : 'changed_meanwhile');
  }
  return c.json(await loadRunDetails(c));
}

/** Throws if this administrator may not approve the run. The error lists the administrators who may approve it, and when. */
function refuseApprover(approvers: Approver[], adminId: number, now: Seconds): void {
  const own = approvers.find(({ id }) => id === adminId);
  if (canApprove(own, now)) return;
  const otherApprovers = approvers.filter((one) => one.id !== adminId && one.from !== null);
  const names = otherApprovers.map((one) => (canApprove(one, now) ? one.email : `${one.email} from ${utcMinute(one.from ?? 0)}`));
  const params = { approvers: names.join(', ') || 'nobody yet', from: utcMinute(own?.from ?? 0) };
  throw new ApiError(own?.from == null ? 'second_administrator' : 'approver_waits', { params });
}

function isDevelopment(c: Context<AdminEnv>): boolean {
  return c.var.config.environment === 'development';
}

async function loadRunDetails(c: Context<AdminEnv>): Promise<RunDetails> {
  const { actor, now, store } = c.var;
  const { run, out, approverFacts, downloads, gifts } = await store.admin.payoutRuns.details(readRowId(c), now);
  if (!run) throw new ApiError('payout_run_not_found');
  const approvers = run.status === 'frozen' ? listApprovers(run.createdById, approverFacts, isDevelopment(c), now) : [];
  return {
    ...presentRun(run),
    out: out.map(presentLine),
    isApprovable: canApprove(
      approvers.find(({ id }) => id === actor.adminId),
      now,
    ),
    approvers: approvers
      .filter(({ from }) => from !== null)
      .map((one) => ({ email: one.email, from: canApprove(one, now) ? null : toIsoOrNull(one.from), isCaller: one.id === actor.adminId })),
    gifts: gifts.map(({ memberId, email, at, ...gift }) => ({ ...gift, member: { id: memberId, email }, at: toIso(at) })),
    downloads: downloads.map(({ id, ...download }) => ({ ...download, at: toIso(download.at) })),
    undoUntil: toIsoOrNull(undoableUntil(run, now)),
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
