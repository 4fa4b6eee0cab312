/** Lets any administrator view a member's account, after giving a reason. Product rules: Administrators. */
import { Hono } from 'hono';
import { ViewRequest, type ViewResponse } from '#schema/accounts/admin-users.ts';
import { viewingTtlSeconds } from '#schema/rules.ts';
import { toIso } from '#worker/domain/time.ts';
import { requireValue } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { signSessionToken, viewingTokens } from '#worker/security/session-token.ts';
import { memberId } from './admin-member-id.ts';

export const viewRoutes = new Hono<AdminEnv>().post('/:userId/view', requireAdmin, json(ViewRequest), async (c) => {
  const { actor, adminCaller, clockOffset, config, now, store } = c.var;
  const id = memberId(c);
  const member = requireValue(await store.admin.memberAccess.view(id, c.req.valid('json').reason, actor, now), 'member_not_found');
  // Token expiry uses real time, even if the development clock was changed.
  const expiresAt = now - clockOffset + viewingTtlSeconds;
  const subject = { id, sessionHash: adminCaller.sessionHash, email: member.email };
  const token = await signSessionToken(viewingTokens, config.adminTokenKey, subject, expiresAt);
  return c.json({ token, expiresAt: toIso(expiresAt) } satisfies ViewResponse);
});
