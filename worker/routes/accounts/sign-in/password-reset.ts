/** See "Accounts and sessions" in docs/product-rules.md. */

import { Hono } from 'hono';
import { ForgotPasswordRequest, type MessageResponse, ResetPasswordRequest } from '#schema/accounts/account.ts';
import { answers } from '#schema/answers.ts';
import { decideReset } from '#worker/domain/accounts/mail-link.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { loginLimits, resetMailLimits } from '#worker/domain/limit.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashPassword } from '#worker/security/password.ts';
import { keyedHash, sha256 } from '#worker/security/random.ts';

export const passwordResetRoutes = new Hono<AppEnv>()
  .post('/forgot-password', json(ForgotPasswordRequest), async (c) => {
    const { config, now, store } = c.var;
    const emailKey = comparisonKey(c.req.valid('json').email);
    const newLinkedMailId = () => newLinkedMail(config.linkSigningKey, config.publicOrigin);
    const limits = resetMailLimits(await keyedHash(config.linkSigningKey, 'account', emailKey), await c.var.addressHash(), now);
    await countAttempt(c, limits, 'too_many_reset_mails');
    const [reset, undo] = await Promise.all([newLinkedMailId(), newLinkedMailId()]);
    await store.passwordResets.request(emailKey, { reset, undo }, now);
    return c.json({
      message: answers.resetMailSent,
    } satisfies MessageResponse);
  })

  .post('/reset-password', json(ResetPasswordRequest), async (c) => {
    await limitCredentialRate(c);
    const { config, now, store } = c.var;
    const { token, newPassword } = c.req.valid('json');
    const link = await store.mailLinks.find(await sha256(token));
    unwrap(decideReset(link, now));
    if (!link) throw new ApiError('link_unknown');
    const accountHash = await keyedHash(config.linkSigningKey, 'account', link.emailKey);
    // The owner has just authenticated, so clear failed attempts that others may have made. The limit per network address remains.
    const attemptLimits = loginLimits(accountHash, await c.var.addressHash(), now).filter(({ key }) => key.includes(accountHash));
    const passwordHash = await hashPassword(newPassword);
    const spentLimits = attemptLimits.map(({ key }) => key);
    const isReset = await store.passwordResets.resetPassword(link, passwordHash, spentLimits, now);
    if (!isReset) throw new ApiError('link_used');
    return c.json({ message: answers.passwordSet } satisfies MessageResponse);
  });
