/**
 * Routes at /api/admin/second-looks. Every administrator can agree or escalate, except the one who passed the certificate's review. Super
 * administrators close escalated second looks. Product rules: Reviews, Second looks.
 */
import { type Context, Hono } from 'hono';
import { AgreeSecondLook, ExplainSecondLook, type SecondLook } from '#schema/reviews/second-look.ts';
import { haveCommonMailbox } from '#worker/domain/admin/own-member.ts';
import { getOption, getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireSuperAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseBenefactor, refuseOwnMember, refuseOwnPass } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { type SecondLookRow, secondLookListShape } from '#worker/store/reviews/admin-second-looks.ts';

export const secondLookRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: secondLookListShape,
      read: (store, request, c) => store.admin.secondLooks.list(request, c.var.admin.id),
      present: (row: SecondLookRow, c) => presentSecondLook(row, c.var.now),
      csv: {
        fileName: 'second-looks.csv',
        columns: [
          { header: 'Number', value: ({ review }) => review.number },
          { header: 'Member', value: ({ user }) => user.email },
          { header: 'Stay', value: ({ review }) => getOption(review.type).name },
          { header: 'Signals', value: ({ review }) => review.signals.join(' ') },
          { header: 'Passed by', value: ({ passedBy }) => passedBy },
          { header: 'Passed', value: ({ passedAt }) => passedAt },
          { header: 'State', value: ({ state }) => state },
          { header: 'Escalated by', value: ({ lookedBy }) => lookedBy },
          { header: 'Reason', value: ({ reason }) => reason },
        ],
      },
    }),
  )

  .post('/:id/agree', requireAdmin, json(AgreeSecondLook), (c) => {
    const { actor, now, store } = c.var;
    return decide(c, c.req.valid('json').version, 'waiting', (row) => store.admin.secondLooks.agree(row, actor, now));
  })

  .post('/:id/raise', requireAdmin, json(ExplainSecondLook), (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    return decide(c, version, 'waiting', (row) => store.admin.secondLooks.raise(row, reason, actor, now));
  })

  .post('/:id/close', requireSuperAdmin, json(ExplainSecondLook), (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    return decide(c, version, 'raised', (row) => store.admin.secondLooks.close(row, reason, actor, now));
  });

/** Saves the outcome of a second look if its state and version have not changed. */
async function decide(
  c: Context<AdminEnv>,
  version: number,
  state: 'waiting' | 'raised',
  write: (row: SecondLookRow) => Promise<boolean>,
): Promise<Response> {
  const row = await findSecondLook(c);
  // Like an unknown id, so that whoever passed the certificate does not learn of its second look. Also compares mailboxes because the same
  // person may have two administrator accounts.
  if (row.passedById === c.var.admin.id || haveCommonMailbox([row.passedBy], [c.var.admin.email]))
    throw new ApiError('second_look_not_found');
  await refuseBenefactor(c, [row.userId]);
  await refuseOwnPass(c, row.certificateId);
  await refuseOwnMember(c, row.userId);
  if (row.state !== state) throw new ApiError('second_look_done');
  if (row.version !== version || !(await write(row))) throw new ApiError('changed_meanwhile');
  return c.json(presentSecondLook(await findSecondLook(c), c.var.now));
}

async function findSecondLook(c: Context<AdminEnv>): Promise<SecondLookRow> {
  const row = await c.var.store.admin.secondLooks.find(readRowId(c));
  if (row === undefined) throw new ApiError('second_look_not_found');
  return row;
}

function presentSecondLook(row: SecondLookRow, now: number): SecondLook {
  return {
    ...pick(row, 'id', 'state', 'passedBy', 'lookedBy', 'reason', 'version'),
    review: {
      ...pick(row, 'number', 'type'),
      id: row.certificateId,
      status: getStatusAt(row, row.pausedAt ?? now),
      signals: JSON.parse(row.reviewSignals) as string[],
    },
    user: { id: row.userId, email: row.email, name: row.name },
    isAboutTraveler: row.isAboutTraveler === 1,
    passedAt: toIso(row.passedAt),
    lookedAt: toIsoOrNull(row.lookedAt),
  };
}
