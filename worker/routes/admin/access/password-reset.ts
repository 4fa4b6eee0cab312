/** Password resets for administrators. A super administrator sends the link, and the recipient uses it to set a password. */
import { Hono } from 'hono';
import { type MessageResponse, ResetPasswordRequest } from '#schema/accounts/account.ts';
import { decideAdminReset, decideResetLink } from '#worker/domain/admin/administrator.ts';
import { adminLoginLimits, factorLimits } from '#worker/domain/limit.ts';
import { adminPasswordResetMail } from '#worker/domain/messages/mail.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, getActor, requireMoneyMover } from '#worker/middleware/admin.ts';
import { limitCredentialRate } from '#worker/middleware/credential-rate-limit.ts';
import { json } from '#worker/middleware/json-body.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import { hashPassword } from '#worker/security/password.ts';
import { keyedHash, sha256 } from '#worker/security/random.ts';
import { refuseCommonPassword } from './common-password.ts';

export const adminResetLinkRoutes = new Hono<AdminEnv>().post('/:id/reset-link', requireMoneyMover, async (c) => {
  const { actor, admin, config, now, store } = c.var;
  const target = unwrap(decideResetLink(await store.admin.administrators.find(readRowId(c)), admin));
  const mail = await newLinkedMail(config.linkSigningKey, config.publicOrigin);
  if (!(await store.admin.passwordResets.send(actor, target.id, admin.email, mail, now))) throw new ApiError('changed_meanwhile');
  return c.json({ message: `We sent a link to ${target.email}. It works once, within an hour.` } satisfies MessageResponse);
});

export const adminPasswordResetRoutes = new Hono<AdminEnv>().post('/', json(ResetPasswordRequest), async (c) => {
  await limitCredentialRate(c);
  const { config, now, store } = c.var;
  const { token, newPassword } = c.req.valid('json');
  await refuseCommonPassword(c, { newPassword });
  const link = unwrap(decideAdminReset(await store.admin.passwordResets.find(await sha256(token)), now));
  const accountHash = await keyedHash(config.linkSigningKey, 'admin-account', link.emailKey);
  // The link proves access to the mailbox, so clear failed attempts that others may have made. The limit per network address remains.
  const attemptLimits = adminLoginLimits(accountHash, await c.var.addressHash(), now).filter(({ key }) => key.includes(accountHash));
  const isPasswordSet = await store.admin.passwordResets.resetPassword(
    link,
    await hashPassword(newPassword),
    adminPasswordResetMail(link),
    [...attemptLimits, ...factorLimits(link.adminId, now)].map(({ key }) => key),
    getActor(c, link.adminId),
    now,
  );
  if (!isPasswordSet) throw new ApiError('link_used');
  return c.json({
    message: 'Password changed, and you are logged out everywhere. Log in with your new password.',
  } satisfies MessageResponse);
});
