/** Deletes an account at its member's request. For super administrators only. Product rules: A member's own data. */
import { Hono } from 'hono';
import { DeleteUserRequest } from '#schema/accounts/admin-users.ts';
import { type DeletableMember, decideDeletionFor } from '#worker/domain/accounts/deletion.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { deleteAccount } from '#worker/routes/accounts/delete-account.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { memberId } from './admin-member-id.ts';
import { details } from './admin-users.ts';

export const memberDeletionRoutes = new Hono<AdminEnv>().post(
  '/:userId/deletion',
  requireMoneyMover,
  json(DeleteUserRequest),
  async (c) => {
    const { actor, store } = c.var;
    const { reason, ...request } = c.req.valid('json');
    const id = memberId(c);
    const member = confirmDeletion(await store.deletion.load(id), request);
    await deleteAccount(
      c,
      member,
      async () => {
        const reloaded = await store.deletion.load(id);
        // The version has changed if payments were ended.
        confirmDeletion(reloaded, { ...request, version: reloaded?.version ?? request.version });
      },
      { actor, reason },
    );
    return c.json(await details(c));
  },
);

function confirmDeletion(member: DeletableMember | undefined, request: { email: string; version: number }): DeletableMember {
  const decisionResult = decideDeletionFor(member, request);
  if (!decisionResult.ok && decisionResult.refusal === 'email_not_members') throw new ApiError('email_not_members', { field: 'email' });
  return unwrap(decisionResult);
}
