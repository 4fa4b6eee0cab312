/** Routes at /api/admin/disputes. Product rules: Payments and memberships; Administrators. */
import { type Context, Hono } from 'hono';
import { AcceptDisputeRequest, type Dispute, type DisputePage, type Evidence, SubmitEvidenceRequest } from '#schema/disputes/dispute.ts';
import { dashboardUrl } from '#worker/clients/stripe/dashboard-url.ts';
import { decideAnswer } from '#worker/domain/disputes/answer.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';
import { requireValue } from '#worker/errors.ts';
import { answerDispute } from '#worker/flows/disputes/answer-dispute.ts';
import { draftEvidence } from '#worker/flows/disputes/draft-evidence.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { mailSubject } from '#worker/mails/compose.ts';
import { type AdminEnv, requireAdmin, requireMoneyMover, requireSuperAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { callProvider } from '#worker/routes/memberships/call-provider.ts';
import { rowId } from '#worker/routes/row-id.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type DisputePageRow, type DisputeRow, disputeList } from '#worker/store/disputes/admin-disputes.ts';

const list = adminList<DisputeRow, Dispute>({
  shape: disputeList,
  read: (store, request) => store.admin.disputes.list(request),
  present: presentDispute,
  csv: {
    fileName: 'disputes.csv',
    columns: [
      { header: 'Dispute', value: ({ stripeId }) => stripeId },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Member ID', value: ({ member }) => member.id },
      { header: 'Item', value: ({ description }) => description },
      { header: 'Order', value: ({ orderId }) => orderId },
      { header: 'Amount', value: ({ amount }) => ({ cents: amount }) },
      { header: 'Currency', value: ({ currency }) => currency },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'State', value: ({ state }) => state },
      { header: 'Opened', value: ({ openedAt }) => openedAt },
      { header: 'Due by', value: ({ dueBy }) => dueBy },
      { header: 'Closed', value: ({ closedAt }) => closedAt },
    ],
  },
});

export const disputeRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/:disputeId', requireAdmin, async (c) => c.json(presentPage(await loadDispute(c), c.var)))

  // Restricted to super administrators because the evidence contains the member's activity and deliveries.
  .get('/:disputeId/evidence', requireSuperAdmin, async (c) => c.json((await getDraft(c)) satisfies Evidence))

  .post('/:disputeId/evidence', requireMoneyMover, json(SubmitEvidenceRequest), async (c) =>
    c.json(await answer(c, { kind: 'evidence', note: null, ...c.req.valid('json') })),
  )

  .post('/:disputeId/accept', requireMoneyMover, json(AcceptDisputeRequest), async (c) =>
    c.json(await answer(c, { kind: 'accept', evidence: null, ...c.req.valid('json') })),
  );

async function answer(c: Context<AdminEnv>, input: Omit<Parameters<typeof answerDispute>[1], 'id'>): Promise<DisputePage> {
  const { config, store, now, actor } = c.var;
  await refuseOwnMembers(c, [(await loadDispute(c)).userId]);
  const deps = await paymentDeps(config, store, now);
  unwrap(await callProvider(c, 'dispute_unanswered', () => answerDispute(deps, { id: readDisputeId(c), ...input }, actor)));
  return presentPage(await loadDispute(c), c.var);
}

/** Returns the saved evidence if the account is deleted, because the data behind it is or will be erased. */
async function getDraft(c: Context<AdminEnv>): Promise<Evidence> {
  const { config, store, now } = c.var;
  const { leftAt, evidence, ...dispute } = await loadDispute(c);
  if (leftAt !== null && evidence !== null) return JSON.parse(evidence) as Evidence;
  return requireValue(await draftEvidence({ store, publicOrigin: config.publicOrigin, mailSubject, now }, dispute), 'dispute_not_found');
}

function presentDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    stripeId: row.stripeDisputeId,
    member: { id: row.userId, email: row.email },
    description: row.description,
    orderId: row.orderId,
    amount: row.amountCents,
    currency: row.currency,
    reason: row.reason,
    state: row.state,
    isInquiry: row.isInquiry === 1,
    openedAt: toIso(row.openedAt),
    dueBy: toIsoOrNull(row.dueBy),
    closedAt: toIsoOrNull(row.closedAt),
  };
}

function presentPage(row: DisputePageRow, { config, now }: { config: Config; now: number }): DisputePage {
  const { payments } = config;
  return {
    ...presentDispute(row),
    version: row.version,
    dashboardUrl: payments.apiBase ? null : dashboardUrl(row.stripeDisputeId, payments.secretKey),
    isAnswerable: decideAnswer(row, 'accept', row.version, now).ok,
    wasAnsweredInStripe: row.submissions > 0 && row.answer !== 'evidence',
    answer:
      row.answer === null || row.answerState === null
        ? null
        : {
            kind: row.answer,
            state: row.answerState,
            error: row.answerError,
            note: row.answerNote,
            at: toIso(row.answeredAt ?? row.openedAt),
            by: row.answeredBy ?? '',
            evidence: row.answer === 'accept' || row.evidence === null ? null : (JSON.parse(row.evidence) as Evidence),
          },
  };
}

function readDisputeId(c: Context<AdminEnv>): number {
  return rowId(c.req.param('disputeId'));
}

async function loadDispute(c: Context<AdminEnv>): Promise<DisputePageRow> {
  return requireValue(await c.var.store.admin.disputes.find(readDisputeId(c)), 'dispute_not_found');
}
