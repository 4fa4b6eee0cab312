/** Unlinks sign-in providers from an account. Product rules: Securing an account. */
import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { requireCaller } from '#worker/middleware/session.ts';

/** Routes at /api/sign-in-providers. */
export const linkedProviderRoutes = new Hono<AppEnv>().delete('/:provider', requireCaller, async (c) => {
  const { caller, now, store } = c.var;
  const name = c.req.param('provider');
  const isRemoved = await store.accountSecurity.removeProvider(caller, name, now);
  if (isRemoved === undefined) throw new ApiError('not_signed_in');
  const provider = socialProviders.find((known) => known === name);
  if (!isRemoved || !provider) throw new ApiError('provider_not_linked');
  return c.json({ message: `${providerNames[provider]} is no longer linked to your account.` } satisfies MessageResponse);
});
