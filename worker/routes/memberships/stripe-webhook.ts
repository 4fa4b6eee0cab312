/**
 * POST /api/stripe/webhook. A signed event only triggers a fresh read of its object from Stripe. Product rules: Payments and memberships.
 */
import { type Context, Hono } from 'hono';
import { ApiError, requireValue } from '#worker/errors.ts';
import { applyEvent } from '#worker/flows/memberships/apply-event.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { followUp } from '#worker/flows/memberships/follow-up.ts';
import { limitDeclinedCards } from '#worker/flows/orders/limit-declined-cards.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { readBody } from '#worker/middleware/json-body.ts';
import { callProvider } from './call-provider.ts';

export const stripeWebhookRoutes = new Hono<AppEnv>().post('/webhook', async (c) => {
  const signature = requireValue(c.req.header('Stripe-Signature'), 'bad_signature');
  const body = readBody(c);
  const deps = await paymentDeps(c.var.config, c.var.store, c.var.now);
  const verifiedEvent = await deps.provider.verify(body, signature);
  if (verifiedEvent === 'bad_signature') throw new ApiError('bad_signature');
  const { hint } = verifiedEvent;
  if (hint === undefined) return acknowledge(c);
  const outcome = await callProvider(c, 'payment_provider_unavailable', () => applyEvent(deps, hint));
  // `followUp` continues after the response; a job retries failures at Stripe.
  if (typeof outcome === 'object') c.executionCtx.waitUntil(followUp(deps, outcome));
  if (typeof outcome === 'object') c.executionCtx.waitUntil(limitDeclinedCards(deps, hint, outcome));
  return acknowledge(c);
});

const acknowledge = (c: Context) => c.json({ received: true });
