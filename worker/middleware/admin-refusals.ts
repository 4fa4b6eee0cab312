/** Audits administrators' rejected requests and failed sign-ins. Product rules: Second factors of administrators. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { type Limit, refusalNoteLimit } from '#worker/domain/limit.ts';
import { ApiError, type Reason } from '#worker/errors.ts';
import { describeError, logError } from '#worker/log.ts';
import { type AdminEnv, getActor } from './admin.ts';

/** Rejections that are not audited. The page simply prompts for the missing second factor or password and continues. */
const routineReasons = new Set<Reason>(['second_factor_missing', 'second_factor_stale', 'own_password_first', 'sign_in_again']);

/** Records an audit entry after a 403. Writes at most one row per hour and kind because rows are never deleted. */
export const auditRefusals = createMiddleware<AdminEnv>(async (c, next) => {
  await next();
  const { actor, database, now, store } = c.var;
  const { error } = c;
  // Do not audit a rejection based on a read from a replica. The request is retried on the primary, and a rejection there is audited.
  if (database.hasReadReplica) return;
  if (!actor || !(error instanceof ApiError) || error.status !== 403 || routineReasons.has(error.reason)) return;
  const call = `${c.req.method} ${matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path}`;
  const limit = refusalNoteLimit(actor.adminId, `${error.reason}:${call}`, now);
  const [count] = await store.counters.attempt([limit]);
  if (count !== 1) return;
  await store.admin.signIns.noteRefusal(
    actor,
    { action: 'admin.refused', entityId: actor.adminId, after: { code: error.reason, call } },
    now,
  );
});

/**
 * Records a failed sign-in after the response so that attempts with known and unknown addresses take equally long. Because rows are never
 * deleted, records only the 1st, 10th, 100th (and so on) failure of an hour, and the first that reaches a limit. Each network has limits of
 * its own, and an attacker may have many networks.
 */
export function noteFailedLogin(c: Context<AdminEnv>, adminId: number, limits: Limit[], counts: number[]): void {
  const { now, requestId, store } = c.var;
  const failures = counts.at(-1) ?? 0;
  const isReached = limits.some(({ limit }, index) => counts[index] === limit + 1);
  if (!isReached && !/^10*$/.test(String(failures))) return;
  const after = { ...(failures > 0 && { failures }), ...(isReached && { locked: true }) };
  const actor = { ...getActor(c, adminId), adminId: null };
  const note = async () => {
    const [count] = isReached ? await store.counters.attempt([refusalNoteLimit(adminId, 'locked', now)]) : [];
    if (!isReached || count === 1)
      await store.admin.signIns.noteRefusal(actor, { action: 'admin.login_failed', entityId: adminId, after }, now);
  };
  c.executionCtx.waitUntil(note().catch((error: unknown) => logError('failure_not_noted', { requestId, error: describeError(error) })));
}
