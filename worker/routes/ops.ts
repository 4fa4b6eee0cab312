/** What whoever runs the service asks of it, step by step: each is bounded, and may be repeated. */
import { Hono } from 'hono';
import { ReconcileStep, type ReconcileStepDone } from '#schema/ops.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireOps } from '#worker/middleware/ops.ts';
import { paymentDeps } from '#worker/payments/deps.ts';
import { walkStripe } from '#worker/payments/walk-stripe.ts';
import { atProvider } from './at-provider.ts';

export const opsRoutes = new Hono<AppEnv>().post('/stripe-reconcile', requireOps, json(ReconcileStep), async (c) => {
  const { since, ...step } = c.req.valid('json');
  const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
  const asked = { ...step, since: Date.parse(since) / 1_000 };
  return c.json((await atProvider('payment_provider_unavailable', () => walkStripe(deps, asked))) satisfies ReconcileStepDone);
});
