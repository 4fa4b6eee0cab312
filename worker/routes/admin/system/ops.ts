/** Endpoints for operators. Each call does a limited amount of work and can be repeated. */
import { Hono } from 'hono';
import { type PayoutComparison, ReconcileStep, type ReconcileStepResult, RestoreStep, type RestoreStepResult } from '#schema/admin/ops.ts';
import { ApiError } from '#worker/errors.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { walkStripe } from '#worker/flows/memberships/walk-stripe.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireOps } from '#worker/middleware/ops.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { afterRestore } from './after-restore.ts';

export const opsRoutes = new Hono<AppEnv>()
  .post('/restore-after', requireOps, json(RestoreStep), async (c) => {
    const { to, cursor } = c.req.valid('json');
    const restoredTo = Math.floor(Date.parse(to) / 1_000);
    if (restoredTo > c.var.now) throw new ApiError('restore_time_in_future');
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    return c.json((await afterRestore(deps, { restoredTo, cursor })) satisfies RestoreStepResult);
  })

  .post('/payouts-compared', requireOps, async (c) => {
    await c.var.store.databaseRestores.markCompared(c.var.now);
    return c.json({ message: 'Payouts resumed.' } satisfies PayoutComparison);
  })

  .post('/stripe-reconcile', requireOps, json(ReconcileStep), async (c) => {
    const { since, ...step } = c.req.valid('json');
    const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
    const walk = { ...step, since: Date.parse(since) / 1_000 };
    return c.json((await callProvider(c, 'payment_provider_unavailable', () => walkStripe(deps, walk))) satisfies ReconcileStepResult);
  });
