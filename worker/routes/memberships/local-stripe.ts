/**
 * Proxies the browser's calls to the local Stripe fake because the page's CSP only allows its own origin. Only in development with a fake;
 * otherwise 404.
 */
import { Hono } from 'hono';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

const confirmations = ['/v1/payment_intents/:id/confirm', '/v1/setup_intents/:id/confirm'];

export const localStripeRoutes = new Hono<AppEnv>().on('POST', confirmations, async (c) => {
  const { apiBase } = c.var.config.payments;
  if (apiBase === null) throw new ApiError('not_found');
  try {
    const response = await fetch(`${apiBase}${c.req.path.replace('/api/local-stripe', '')}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: c.var.body,
    });
    return c.body(await response.text(), response.status as 200, { 'Content-Type': 'application/json' });
  } catch {
    throw new ApiError('payment_provider_unavailable');
  }
});
