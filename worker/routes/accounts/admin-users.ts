import { type Context, Hono } from 'hono';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import { type AdminUser, EditUserRequest } from '#schema/accounts/admin-users.ts';
import { decideEdit } from '#worker/domain/accounts/member-edit.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { emailPlanMails } from '#worker/routes/accounts/email-plan-mails.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { memberList } from '#worker/store/accounts/admin-members.ts';
import { memberId } from './admin-member-id.ts';
import { presentDetails, presentListed } from './admin-present-users.ts';
import { cancelDeletion } from './cancel-deletion.ts';

const column = (header: string, value: (user: AdminUser) => string | number | null) => ({ header, value });

export const adminUserRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: memberList,
      read: (store, request) => store.admin.members.list(request),
      present: presentListed,
      csv: {
        fileName: 'users.csv',
        columns: [
          column('ID', ({ id }) => id),
          column('Email', ({ email }) => email),
          column('Email verified', ({ emailVerified }) => (emailVerified ? 'yes' : 'no')),
          column('Username', ({ username }) => username),
          column('First name', ({ firstName }) => firstName),
          column('Last name', ({ lastName }) => lastName),
          column('Role', ({ role }) => role),
          column('Tokens', ({ tokenBalance }) => tokenBalance),
          column('Owed tokens', ({ owedTokens }) => owedTokens),
          column('Created', ({ createdAt }) => createdAt),
          column('Suspended', ({ isSuspended }) => (isSuspended ? 'yes' : 'no')),
          column('Being deleted', ({ isLeaving }) => (isLeaving ? 'yes' : 'no')),
        ],
      },
    }),
  )

  .get('/:userId', requireAdmin, async (c) => c.json(await details(c)))

  .patch('/:userId', requireAdmin, json(EditUserRequest), async (c) => {
    const { admin, actor, config, now, store } = c.var;
    const userId = memberId(c);
    const request = c.req.valid('json');
    const member = requireValue(await store.admin.members.loadForEdit(userId, now), 'member_not_found');
    // A database restore may have brought back a request that was canceled. Its erasure waits for the recovery.
    const wasDeletionCanceled =
      member.deletionRequestedAt !== null && (await store.erasure.wasCanceled(userId, member.deletionRequestedAt));
    const decision = decideEdit(request, { ...member, wasDeletionCanceled }, admin.role === 'super_admin', now);
    if (!decision.ok && decision.refusal === 'reason_missing') throw new ApiError('reason_missing', { field: 'reason' });
    const edit = unwrap(decision);
    if (edit?.email) moneyMoverOnly(c);
    if (edit) {
      const firstName = 'firstName' in edit.set ? (edit.set.firstName ?? null) : member.firstName;
      const mails = edit.email ? await emailPlanMails(config, edit.email, { ...member, firstName }) : [];
      const outcome = await store.admin.members.edit(userId, request.version, edit, mails, actor, now);
      if (outcome === 'email_taken') throw new ApiError(outcome, { field: 'email' });
      if (outcome === 'username_taken') throw new ApiError(outcome, { field: 'username' });
      if (outcome !== 'edited') throw new ApiError(outcome);
      await cancelDeletion(c, { ...member, userId }, 'new_email');
    }
    return c.json(await details(c));
  });

export async function details(c: Context<AdminEnv>): Promise<AdminUserDetails> {
  const loadedDetails = requireValue(await c.var.store.admin.memberDetails.read(memberId(c), c.var.now), 'member_not_found');
  return presentDetails(loadedDetails, c.var.actsAs === 'super_admin', c.var.now);
}
