/** Administrators' list of disputes, and their responses to Stripe. Product rules: Payments and memberships. */
import { type DisputeAnswer, disputeStates, type Evidence } from '#schema/disputes/dispute.ts';
import { disputes } from '#schema/tables/disputes.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListPage, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, queryAll, queryFirst, type RowOf, runGuarded, selectList, statement } from '#worker/store/sql.ts';

const listKeys = [
  'id',
  'stripeDisputeId',
  'userId',
  'amountCents',
  'currency',
  'reason',
  'state',
  'isInquiry',
  'openedAt',
  'dueBy',
  'closedAt',
] as const;
const pageKeys = [
  'version',
  'submissions',
  'answer',
  'answerState',
  'attempt',
  'answerError',
  'answerNote',
  'answeredAt',
  'evidence',
] as const;

const shownColumns = `${selectList(disputes, 't', listKeys)}, u.email AS "email", p.description AS "description", p.order_id AS "orderId"`;
const joinedTables = 'JOIN users u ON u.id = t.user_id JOIN payments p ON p.id = t.payment_id';

export type DisputeRow = RowOf<typeof disputes, (typeof listKeys)[number]> & { email: string; description: string; orderId: number | null };
export type DisputePageRow = DisputeRow &
  RowOf<typeof disputes, (typeof pageKeys)[number]> & {
    paymentId: number;
    paymentIntentId: string | null;
    answeredBy: string | null;
    /** When the member's deletion was requested, in Unix seconds; null if the member is not leaving. */
    leftAt: number | null;
  };

export const disputeList: ListShape = {
  from: 'disputes t',
  join: joinedTables,
  columns: shownColumns,
  search: `t.stripe_dispute_id || char(10) || t.reason || char(10) || (SELECT email FROM users WHERE users.id = t.user_id)`,
  sorts: { created: 't.opened_at' },
  defaultSort: '-created',
  filters: { state: { conditions: columnConditions('state', disputeStates), sorts: ['created'] } },
  dates: dateFilter('t.opened_at', ['created']),
  exact: {
    email: matchEmail('disputes'),
    stripe: (id) => `SELECT id FROM disputes WHERE stripe_dispute_id = ${id}
      UNION ALL SELECT d.id FROM payments p JOIN disputes d ON d.payment_id = p.id WHERE p.stripe_payment_intent_id = ${id}`,
  },
};

/** SQL condition: the dispute needs a response and its deadline has not passed. */
export const awaitsAnswer = (now: string) =>
  `state = 'needs_response' AND coalesce(answer_state, 'refused') = 'refused' AND (due_by IS NULL OR due_by > ${now})`;

/** A dispute response, which is recorded before it is sent to Stripe. */
export interface RequestedAnswer {
  id: number;
  stripeDisputeId: string;
  userId: number;
  paymentIntentId: string;
  answer: DisputeAnswer;
  attempt: number;
  evidence: string | null;
}
export const requestedAnswerColumns = `d.id, d.stripe_dispute_id AS "stripeDisputeId", d.user_id AS "userId", d.answer, d.attempt, d.evidence,
  p.stripe_payment_intent_id AS "paymentIntentId"`;
export const requestedAnswerTables = 'disputes d JOIN payments p ON p.id = d.payment_id';

export const disputeStore = bindStore({
  list(db, request: ListRowsQuery): Promise<ListPage<DisputeRow>> {
    return readList<DisputeRow>(db, disputeList, request);
  },

  async find(db, id: number): Promise<DisputePageRow | undefined> {
    return queryFirst<DisputePageRow>(
      db,
      `SELECT ${shownColumns}, ${selectList(disputes, 't', pageKeys)}, t.payment_id AS "paymentId", p.stripe_payment_intent_id AS "paymentIntentId",
         a.email AS "answeredBy", u.deletion_requested_at AS "leftAt"
       FROM disputes t ${joinedTables} LEFT JOIN admins a ON a.id = t.answered_by_id WHERE t.id = ?1`,
      [id],
    );
  },

  /** Returns the member's open disputes without saved evidence. */
  withoutEvidence(db, userId: number): Promise<{ id: number; paymentId: number }[]> {
    return queryAll<{ id: number; paymentId: number }>(
      db,
      `SELECT id, payment_id AS "paymentId" FROM disputes WHERE user_id = ?1 AND closed_at IS NULL AND evidence IS NULL`,
      [userId],
    );
  },

  async saveEvidence(db, id: number, evidence: Evidence): Promise<void> {
    await execute(db, 'UPDATE disputes SET evidence = ?2 WHERE id = ?1 AND closed_at IS NULL AND evidence IS NULL', [
      id,
      JSON.stringify(evidence),
    ]);
  },

  /**
   * Records a response to be sent to Stripe. Returns undefined if the dispute has changed or already has a response. The audit log contains
   * no evidence about members who left, because the evidence is erased earlier than the log.
   */
  async request(
    db,
    { id, userId, version, amountCents, leftAt }: Pick<DisputePageRow, 'id' | 'userId' | 'version' | 'amountCents' | 'leftAt'>,
    answer: { kind: DisputeAnswer; evidence: Evidence | null; note: string | null },
    actor: Actor,
    now: number,
  ): Promise<RequestedAnswer | undefined> {
    const isRequested = await runGuarded(db, [
      statement<{ id: number }>(
        `UPDATE disputes SET answer = ?3, answer_state = 'asked', answer_error = NULL, answer_note = ?4, evidence = coalesce(?5, evidence), answered_at = ?6,
           answered_by_id = ?7, attempt = attempt + 1, version = version + 1
         WHERE id = ?1 AND version = ?2 AND state = 'needs_response' AND coalesce(answer_state, 'refused') = 'refused' RETURNING id`,
        [id, version, answer.kind, answer.note, answer.evidence && JSON.stringify(answer.evidence), now, actor.adminId],
      ),
      auditStatement(
        actor,
        {
          action: `dispute.${answer.kind}`,
          entityType: 'dispute',
          entityId: id,
          userId,
          after: { amountCents, ...(answer.evidence && leftAt === null && { evidence: answer.evidence }) },
          reason: answer.note,
        },
        now,
      ),
    ]);
    return isRequested
      ? queryFirst<RequestedAnswer, 'paymentIntentId' | 'answer'>(
          db,
          `SELECT ${requestedAnswerColumns} FROM ${requestedAnswerTables} WHERE d.id = ?1 AND d.answer_state = 'asked'`,
          [id],
        )
      : undefined;
  },

  /** Records Stripe's result. `error` is Stripe's reason for rejecting our response; null if Stripe accepted it. */
  async settle(db, id: number, error: string | null): Promise<void> {
    await execute(
      db,
      `UPDATE disputes SET answer_state = ?2, answer_error = ?3, version = version + 1 WHERE id = ?1 AND answer_state = 'asked'`,
      [id, error === null ? 'made' : 'refused', error],
    );
  },

  /**
   * Starts a new attempt to send the dispute response after an inconclusive result. Stripe repeats its result for the same idempotency key,
   * so a new attempt needs a new key.
   */
  async startNewAttempt(db, { id, attempt }: Pick<RequestedAnswer, 'id' | 'attempt'>): Promise<void> {
    await execute(db, `UPDATE disputes SET attempt = attempt + 1 WHERE id = ?1 AND attempt = ?2 AND answer_state = 'asked'`, [id, attempt]);
  },
});
