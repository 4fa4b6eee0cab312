/** Payouts, under /api/admin/payouts. Every administrator sees them; a super administrator pays, holds, releases and refuses. */
import { type Context, Hono } from 'hono';
import {
  type DecisionEffects,
  DuePayoutsQuery,
  EffectsQuery,
  HoldOrRefuseRequest,
  type PayoutDecision,
  type PayoutSummary,
  PayRequest,
  type PayResponse,
  ReleaseRequest,
} from '#schema/admin/payouts.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireSuperAdmin } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { decideChest, decideCommission, effectsOnChest, effectsOnCommission } from '#worker/payments/decide-payout.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newMessageId } from '#worker/security/link.ts';
import { sha256 } from '#worker/security/random.ts';
import { chestList, commissionList, payeeList, paymentList } from './payout-lists.ts';
import { presentChest, presentCommission, presentDue, presentEntry, presentMember } from './present-payouts.ts';
import { rowIdOf } from './row-id.ts';

const payments = new Hono<AdminEnv>()
  .route('/', paymentList)

  .get('/:id/entries', requireAdmin, async (c) => {
    const entries = await c.var.store.admin.payoutPayments.entries(rowIdOf(c));
    if (!entries) throw new ApiError('payout_not_found');
    return c.json(entries.map(presentEntry));
  })

  .post('/', requireSuperAdmin, json(PayRequest), async (c) => {
    const { actor, config, now, store } = c.var;
    const { reference, members, wasSentBefore = false } = c.req.valid('json');
    const order = {
      reference,
      members: members.map((member) => ({ ...member, messageId: newMessageId(config.publicOrigin) })),
      key: idempotencyKeyOf(c),
      wasSentBefore,
      requestHash: await sha256(JSON.stringify([reference, members.map(({ id, version }) => [id, version])])),
    };
    const outcome = await store.admin.payoutPayments.pay(order, actor, now);
    if (outcome === 'key_reused') {
      throw new ApiError('idempotency_key_reused', { message: 'This Idempotency-Key was already used for another payment.' });
    }
    if (outcome === 'to_compare' || outcome === 'compared') throw new ApiError(`payouts_${outcome}`);
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
  .get('/:id/effects', requireSuperAdmin, query(EffectsQuery), async (c) => {
    return c.json(unwrap(await effectsOnCommission(c.var, rowIdOf(c), c.req.valid('query'))) satisfies DecisionEffects);
  })
  .post('/:id/hold', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => commissionDecided(c, 'hold', c.req.valid('json')))
  .post('/:id/release', requireSuperAdmin, json(ReleaseRequest), (c) => commissionDecided(c, 'release', c.req.valid('json')))
  .post('/:id/refuse', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => commissionDecided(c, 'refuse', c.req.valid('json')));

const chests = new Hono<AdminEnv>()
  .route('/', chestList)
  .get('/:id/effects', requireSuperAdmin, query(EffectsQuery), async (c) => {
    return c.json(unwrap(await effectsOnChest(c.var, rowIdOf(c), c.req.valid('query'))) satisfies DecisionEffects);
  })
  .post('/:id/hold', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => chestDecided(c, 'hold', c.req.valid('json')))
  .post('/:id/release', requireSuperAdmin, json(ReleaseRequest), (c) => chestDecided(c, 'release', c.req.valid('json')))
  .post('/:id/refuse', requireSuperAdmin, json(HoldOrRefuseRequest), (c) => chestDecided(c, 'refuse', c.req.valid('json')));

interface Asked {
  version: number;
  reason?: string;
}

async function commissionDecided(c: Context<AdminEnv>, decision: PayoutDecision, asked: Asked): Promise<Response> {
  return c.json(presentCommission(unwrap(await decideCommission(c.var, decidedBy(c, decision, asked))), c.var.now));
}

async function chestDecided(c: Context<AdminEnv>, decision: PayoutDecision, asked: Asked): Promise<Response> {
  return c.json(presentChest(unwrap(await decideChest(c.var, decidedBy(c, decision, asked)))));
}

function decidedBy(c: Context<AdminEnv>, decision: PayoutDecision, { version, reason }: Asked) {
  return { id: rowIdOf(c), version, decision, reason: reason ?? null, actor: c.var.actor };
}

export const payoutRoutes = new Hono<AdminEnv>()
  .route('/', payeeList)

  .get('/summary', requireAdmin, async (c) => {
    return c.json((await c.var.store.admin.payoutRows.summary(c.var.now)) satisfies PayoutSummary);
  })

  .get('/due', requireAdmin, query(DuePayoutsQuery), async (c) => {
    const { now, store } = c.var;
    return c.json(presentDue(await store.admin.payoutQueue.due(c.req.valid('query').members), now));
  })

  .route('/payments', payments)
  .route('/commissions', commissions)
  .route('/chests', chests);
