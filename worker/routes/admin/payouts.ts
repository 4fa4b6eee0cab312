/** Payouts, under /api/admin/payouts. Every administrator sees them; a super administrator pays, releases and refuses. */
import { type Context, Hono } from 'hono';
import { DuePayoutsQuery, type PayoutSummary, PayRequest, type PayResponse, RefuseRequest, ReleaseRequest } from '#schema/admin/payouts.ts';
import { decideRefusal, decideRelease, type HeldRefusal, type HeldRow } from '#worker/domain/payout.ts';
import type { Result } from '#worker/domain/result.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireSuperAdmin } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newMessageId } from '#worker/security/link.ts';
import { sha256 } from '#worker/security/random.ts';
import type { ChestListRow, CommissionListRow, HeldDecision, OwedKind } from '#worker/store/admin/payout-rows.ts';
import { heldRowOf } from '#worker/store/admin/payout-rows.ts';
import { chestList, commissionList, payeeList, paymentList } from './payout-lists.ts';
import { presentChest, presentCommission, presentDue, presentEntry, presentMember } from './present-payouts.ts';
import { rowIdOf } from './row-id.ts';

const payments = new Hono<AdminEnv>()
  .route('/', paymentList)

  .get('/:id/entries', requireAdmin, async (c) => {
    const entries = await c.var.store.adminPayments.entries(rowIdOf(c));
    if (!entries) throw new ApiError('payout_not_found');
    return c.json(entries.map(presentEntry));
  })

  .post('/', requireSuperAdmin, json(PayRequest), async (c) => {
    const { actor, config, now, store } = c.var;
    const { reference, members } = c.req.valid('json');
    const order = {
      reference,
      members: members.map((member) => ({ ...member, messageId: newMessageId(config.publicOrigin) })),
      key: idempotencyKeyOf(c),
      requestHash: await sha256(JSON.stringify([reference, members.map(({ id, version }) => [id, version])])),
    };
    const outcome = await store.adminPayments.pay(order, actor, now);
    if (outcome === 'key_reused') {
      throw new ApiError('idempotency_key_reused', { message: 'This Idempotency-Key was already used for another payment.' });
    }
    const paid = outcome.paid.map((row) => ({ id: row.id, member: presentMember(row), amountCents: row.amountCents }));
    return c.json({
      paid,
      changed: outcome.changed.map(presentMember),
      totalCents: paid.reduce((sum, { amountCents }) => sum + amountCents, 0),
    } satisfies PayResponse);
  });

/** Required: without one, a payment that is sent again because its answer was lost could not be told from a second one. */
function idempotencyKeyOf(c: Context): string {
  const given = c.req.header('Idempotency-Key') ?? '';
  if (!/^[\w-]{8,100}$/.test(given)) throw new ApiError('bad_idempotency_key');
  return given;
}

const commissions = new Hono<AdminEnv>()
  .route('/', commissionList)
  .post('/:id/release', requireSuperAdmin, json(ReleaseRequest), async (c) => {
    const row = await decided(c, 'commissions', { ...c.req.valid('json'), decision: { to: 'pending' } }, decideRelease);
    return c.json(presentCommission(row as CommissionListRow, c.var.now));
  })
  .post('/:id/refuse', requireSuperAdmin, json(RefuseRequest), async (c) => {
    const { version, reason } = c.req.valid('json');
    const row = await decided(c, 'commissions', { version, decision: { to: 'reversed', reason } }, decideRefusal);
    return c.json(presentCommission(row as CommissionListRow, c.var.now));
  });

const chests = new Hono<AdminEnv>()
  .route('/', chestList)
  .post('/:id/release', requireSuperAdmin, json(ReleaseRequest), async (c) => {
    const row = await decided(c, 'chests', { ...c.req.valid('json'), decision: { to: 'pending' } }, decideRelease);
    return c.json(presentChest(row as ChestListRow));
  })
  .post('/:id/refuse', requireSuperAdmin, json(RefuseRequest), async (c) => {
    const { version, reason } = c.req.valid('json');
    const row = await decided(c, 'chests', { version, decision: { to: 'reversed', reason } }, decideRefusal);
    return c.json(presentChest(row as ChestListRow));
  });

/** The row as it is after the decision, which the write has judged; `judge` says in words why it was refused. */
async function decided(
  c: Context<AdminEnv>,
  kind: OwedKind,
  decision: Pick<HeldDecision, 'version' | 'decision'>,
  judge: (row: HeldRow | undefined, version: number) => Result<undefined, HeldRefusal>,
): Promise<CommissionListRow | ChestListRow> {
  const { actor, now, store } = c.var;
  const { seen, after } = await store.adminPayoutRows.decide({ kind, id: rowIdOf(c), ...decision }, actor, now);
  unwrap(judge(heldRowOf(seen), decision.version));
  if (!after) throw new ApiError('payout_not_found');
  return after;
}

export const payoutRoutes = new Hono<AdminEnv>()
  .route('/', payeeList)

  .get('/summary', requireAdmin, async (c) => {
    return c.json((await c.var.store.adminPayoutRows.summary(c.var.now)) satisfies PayoutSummary);
  })

  .get('/due', requireAdmin, query(DuePayoutsQuery), async (c) => {
    const { now, store } = c.var;
    return c.json(presentDue(await store.adminPayoutQueue.due(c.req.valid('query').members), now));
  })

  .route('/payments', payments)
  .route('/commissions', commissions)
  .route('/chests', chests);
