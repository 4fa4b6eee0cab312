/**
 * Suspends and reinstates members. Open to every administrator, unless a super administrator made the previous decision. Product rules:
 * Suspension.
 */
import { type Context, Hono } from 'hono';
import { ReinstateRequest, SuspendRequest } from '#schema/accounts/admin-users.ts';
import { decideSuspension } from '#worker/domain/accounts/suspension.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { refuseOwnMember } from '#worker/routes/admin/own-member.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { memberId } from './admin-member-id.ts';
import { details } from './admin-users.ts';

export const suspensionRoutes = new Hono<AdminEnv>()
  .post('/:userId/suspension', requireAdmin, json(SuspendRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { userId, kind } = await requireSuspendable(c, 'suspend', version);
    const { suspensions } = store.admin;
    if (kind === 'take_over') {
      const outcome = await suspensions.takeOver(userId, version, { reason, actor }, now);
      if (outcome !== 'taken_over') throw new ApiError(outcome);
      return c.json(await details(c));
    }
    const outcome = await suspensions.suspend(userId, version, { reason, actor }, now);
    if (outcome === 'changed_meanwhile') throw new ApiError(outcome);
    return c.json(await details(c));
  })

  .post('/:userId/suspension/end', requireAdmin, json(ReinstateRequest), async (c) => {
    const { actor, actsAs, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const { userId } = await requireSuspendable(c, 'reinstate', version);
    await refuseOwnMember(c, userId);
    const change = { reason, actor, version, asSuperAdmin: actsAs === 'super_admin' };
    const outcome = await store.admin.suspensions.reinstate(userId, change, now);
    if (outcome !== 'reinstated') throw new ApiError(outcome);
    return c.json(await details(c));
  });

/** Returns the member's id and the kind of change; throws if the member cannot be suspended or reinstated. */
async function requireSuspendable(c: Context<AdminEnv>, change: 'suspend' | 'reinstate', version: number) {
  const userId = memberId(c);
  return { userId, kind: unwrap(decideSuspension(await c.var.store.admin.suspensions.load(userId), change, version, c.var.actsAs)) };
}
