/** Routes at /api/admin/payouts. Every administrator can read them; super administrators pay, hold, release and refuse. */
import { type Context, Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { type BulkResponse, ReleasesRequest, RemindPayeesRequest } from '#schema/admin/bulk.ts';
import { ReturnRequest } from '#schema/payouts/admin-payout-runs.ts';
import {
  type DecisionEffects,
  DuePayoutsQuery,
  EffectsQuery,
  HoldOrRefuseRequest,
  type PayeesWithoutAddress,
  type PayoutDecision,
  type PayoutSummary,
  PayRequest,
  type PayResponse,
  ReleaseRequest,
} from '#schema/payouts/admin-payouts.ts';
import { payoutAddressReminderSeconds, secondsPerDay } from '#schema/rules.ts';
import type { DecisionRefusal } from '#worker/domain/payouts/payout.ts';
import type { Result } from '#worker/domain/result.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { decideChest, decideCommission, previewChestDecision, previewCommissionDecision } from '#worker/flows/payouts/decide-payout.ts';
import { type AdminEnv, requireAdmin, requireMoneyMover, requireSuperAdmin } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { forEachItem } from '#worker/routes/admin/bulk.ts';
import { readIdempotencyKey } from '#worker/routes/admin/idempotency-key.ts';
import { refuseBenefactor, refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { sha256 } from '#worker/security/random.ts';
import type { ReminderRefusal } from '#worker/store/payouts/admin-address-reminders.ts';
import type { DecisionInput } from '#worker/store/payouts/admin-rows.ts';
import { chestList, commissionList, payeeList, paymentList } from './admin-lists.ts';
import { presentChest, presentCommission, presentDue, presentEntry, presentMember, presentPayment } from './admin-present-payouts.ts';
import { payoutRunRoutes } from './admin-runs.ts';
import { payoutYearRoutes, taxFormRoutes } from './admin-years.ts';

const payments = new Hono<AdminEnv>()
  .route('/', paymentList)

  .post('/:id/return', requireMoneyMover, json(ReturnRequest), async (c) => {
    const { actor, now, store } = c.var;
    const id = readRowId(c);
    const { memberId } = requireValue(await store.admin.payoutPayments.find(id), 'payout_not_found');
    await refuseOwnMembers(c, [memberId]);
    requireValue(await store.admin.payoutRunPayments.markReturned(id, c.req.valid('json').reason, actor, now), 'payout_already_returned');
    return c.json({ message: 'Marked as unpaid. We emailed the member.' } satisfies MessageResponse);
  })

  .get('/:id', requireAdmin, async (c) => {
    const payment = requireValue(await c.var.store.admin.payoutPayments.find(readRowId(c)), 'payout_not_found');
    return c.json(presentPayment(payment));
  })

  .get('/:id/entries', requireAdmin, async (c) => {
    const entries = requireValue(await c.var.store.admin.payoutPayments.entries(readRowId(c)), 'payout_not_found');
    return c.json(entries.map(presentEntry));
  })

  .post('/', requireMoneyMover, json(PayRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { reference, members, wasSentBefore = false } = c.req.valid('json');
    const order = {
      reference,
      members,
      key: readIdempotencyKey(c),
      wasSentBefore,
      requestHash: await sha256(
        JSON.stringify([
          reference,
          members.map(({ id, version, sentCents }) => [id, version, ...(sentCents === undefined ? [] : [sentCents])]),
        ]),
      ),
    };
    const payees = members.map(({ id }) => id);
    await Promise.all([refuseOwnMembers(c, payees), refuseBenefactor(c, payees)]);
    const outcome = await store.admin.payoutPayments.pay(order, actor, now);
    if (outcome === 'key_reused') {
      throw new ApiError('idempotency_key_reused');
    }
    if (typeof outcome === 'string') throw new ApiError(`payouts_${outcome}`);
    const paidPayouts = outcome.paid.map((row) => ({ id: row.id, member: presentMember(row), amountCents: row.amountCents }));
    return c.json({
      paid: paidPayouts,
      changed: outcome.changed.map(presentMember),
      totalCents: paidPayouts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    } satisfies PayResponse);
  });

const commissions = new Hono<AdminEnv>()
  .route('/', commissionList)
  .post('/releases', requireMoneyMover, json(ReleasesRequest), async (c) =>
    c.json(await releaseRows(c, 'commission', decideCommission, c.req.valid('json').rows)),
  )
  .get('/:id/effects', requireSuperAdmin, query(EffectsQuery), async (c) => {
    return c.json(unwrap(await previewCommissionDecision(c.var, readRowId(c), c.req.valid('query'))) satisfies DecisionEffects);
  })
  .post('/:id/hold', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => decideCommissionRow(c, 'hold', c.req.valid('json')))
  .post('/:id/release', requireMoneyMover, json(ReleaseRequest), (c) => decideCommissionRow(c, 'release', c.req.valid('json')))
  .post('/:id/refuse', requireMoneyMover, json(HoldOrRefuseRequest), (c) => decideCommissionRow(c, 'refuse', c.req.valid('json')));

const chests = new Hono<AdminEnv>()
  .route('/', chestList)
  .post('/releases', requireMoneyMover, json(ReleasesRequest), async (c) =>
    c.json(await releaseRows(c, 'chest', decideChest, c.req.valid('json').rows)),
  )
  .get('/:id/effects', requireSuperAdmin, query(EffectsQuery), async (c) => {
    return c.json(unwrap(await previewChestDecision(c.var, readRowId(c), c.req.valid('query'))) satisfies DecisionEffects);
  })
  .post('/:id/hold', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => decideChestRow(c, 'hold', c.req.valid('json')))
  .post('/:id/release', requireMoneyMover, json(ReleaseRequest), (c) => decideChestRow(c, 'release', c.req.valid('json')))
  .post('/:id/refuse', requireMoneyMover, json(HoldOrRefuseRequest), (c) => decideChestRow(c, 'refuse', c.req.valid('json')));

type OwedKind = 'commission' | 'chest';

async function releaseRows(
  c: Context<AdminEnv>,
  kind: OwedKind,
  decide: (deps: AdminEnv['Variables'], runDecision: DecisionInput) => Promise<Result<unknown, DecisionRefusal>>,
  rows: { id: number; version: number }[],
): Promise<BulkResponse> {
  const getId = ({ id }: { id: number }) => id;
  await refuseOwnReleases(c, kind, rows.map(getId));
  return forEachItem(rows, getId, async (row) =>
    unwrap(await decide(c.var, { ...row, decision: 'release', reason: null, actor: c.var.actor })),
  );
}

/** Throws 403 if some of the money would go to a member account of the caller. Releasing a group has the same restriction. */
async function refuseOwnReleases(c: Context<AdminEnv>, kind: OwedKind, ids: readonly number[]): Promise<void> {
  await refuseOwnMembers(c, await c.var.store.admin.payoutRows.payees(kind, ids));
}

interface DecisionRequest {
  version: number;
  reason?: string;
}

async function decideCommissionRow(c: Context<AdminEnv>, decision: PayoutDecision, request: DecisionRequest): Promise<Response> {
  if (decision === 'release') await refuseOwnReleases(c, 'commission', [readRowId(c)]);
  return c.json(presentCommission(unwrap(await decideCommission(c.var, describeDecision(c, decision, request))), c.var.now));
}

async function decideChestRow(c: Context<AdminEnv>, decision: PayoutDecision, request: DecisionRequest): Promise<Response> {
  if (decision === 'release') await refuseOwnReleases(c, 'chest', [readRowId(c)]);
  return c.json(presentChest(unwrap(await decideChest(c.var, describeDecision(c, decision, request)))));
}

function describeDecision(c: Context<AdminEnv>, decision: PayoutDecision, { version, reason }: DecisionRequest) {
  return { id: readRowId(c), version, decision, reason: reason ?? null, actor: c.var.actor };
}

const reminderRefusals: Record<ReminderRefusal, string> = {
  nothing_owed: 'Nothing can be paid to this member now.',
  has_address: 'The member has added a PayPal address.',
  withheld: 'The member is suspended or has left.',
  reminded: `The member was already reminded in the last ${payoutAddressReminderSeconds / secondsPerDay} days.`,
};

export const payoutRoutes = new Hono<AdminEnv>()
  .route('/', payeeList)

  .get('/summary', requireAdmin, async (c) => {
    return c.json((await c.var.store.admin.payoutRows.summary(c.var.now)) satisfies PayoutSummary);
  })

  .get('/without-address', requireAdmin, async (c) => {
    return c.json((await c.var.store.admin.addressReminders.counts(c.var.now)) satisfies PayeesWithoutAddress);
  })

  .post('/without-address/reminders', requireSuperAdmin, json(RemindPayeesRequest), async (c) => {
    const { actor, now, store } = c.var;
    const outcomes = await store.admin.addressReminders.remind(c.req.valid('json').members, actor, now);
    const results = outcomes.map(({ id, refusal }) => ({ id, isDone: refusal === null, reason: refusal && reminderRefusals[refusal] }));
    return c.json({ results } satisfies BulkResponse);
  })

  .get('/due', requireAdmin, query(DuePayoutsQuery), async (c) => {
    const { now, store } = c.var;
    return c.json(presentDue(await store.admin.payoutQueue.due(c.req.valid('query').members, now), now, c.var.actsAs === 'super_admin'));
  })

  .route('/runs', payoutRunRoutes)
  .route('/years', payoutYearRoutes)
  .route('/tax-forms', taxFormRoutes)
  .route('/payments', payments)
  .route('/commissions', commissions)
  .route('/chests', chests);
