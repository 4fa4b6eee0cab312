/** Unlinks sign-in providers from an account. Product rules: Securing an account. */

import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import { answers, fillAnswer } from '#schema/answers.ts';
import { signInRemovedMail } from '#worker/domain/messages/mail.ts';
import { requireValue } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { optionalJson } from '#worker/middleware/json-body.ts';
import { requireCaller } from '#worker/middleware/session.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { refuseUnreachable } from '#worker/routes/accounts/mailbox-limits.ts';
import { newLinkedMail } from '#worker/security/link.ts';

/** Routes at /api/sign-in-providers. */
export const linkedProviderRoutes = new Hono<AppEnv>().delete('/:provider', requireCaller, optionalJson(IdentityProof), async (c) => {
  const { caller, config, now, store } = c.var;
  const { member } = await confirmCaller(c, c.req.valid('json').currentPassword);
  const provider = requireValue(
    socialProviders.find((known) => known === c.req.param('provider')),
    'provider_not_linked',
  );
  await refuseUnreachable(c, member.email);
  const link = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
  const mail = signInRemovedMail(link, member, { provider: providerNames[provider] });
  requireValue(await store.accountSecurity.removeProvider(caller, provider, mail, now), 'provider_not_linked');
  return c.json({ message: fillAnswer(answers.providerUnlinked, { provider: providerNames[provider] }) } satisfies MessageResponse);
});
