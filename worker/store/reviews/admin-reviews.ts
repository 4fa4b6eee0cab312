/** Certificates awaiting review, and the decisions about them. Product rules: Reviews. */

import { certificateTypes } from '#schema/certificates/certificate.ts';
import { type SnapshotSignals, signalCodes } from '#schema/reviews/signals.ts';
import { vacationCertificates } from '#schema/tables/tokens.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import { toIso } from '#worker/domain/time.ts';
import { foldedNames } from '#worker/store/accounts/search-keys.ts';
import { isStillOther, mayBeBenefactor, type OwnMemberCheck } from '#worker/store/admin/access/own-member.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { columnConditions, dateFilter, type ListRowsQuery, type ListShape, readList } from '#worker/store/admin/list.ts';
import { matchEmail } from '#worker/store/admin/search/exact-matches.ts';
import { refundTokens } from '#worker/store/certificates/certificate-refund.ts';
import { type CertificateRow, certificateKeys } from '#worker/store/certificates/certificates.ts';
import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { queueReleasedRestorationMails } from '#worker/store/referrals/commission-mail.ts';
import { syncRestorationHolds } from '#worker/store/referrals/restoration-holds.ts';
import { batch, batchAfter, firstRow, type RowOf, type Statement, selectList, statement } from '#worker/store/sql.ts';
import { isHeldBySuperAdmin } from './admin-decisions-in-force.ts';
import { insertSecondLook } from './admin-second-looks.ts';
import { emailEndedHolds } from './ended-holds.ts';
import { insertSnapshot } from './review-snapshots.ts';

const reviewKeys = ['reviewSignals', 'reviewQuestion', 'reviewAskedAt', 'reviewedAt', 'reviewReason', 'version'] as const;

export interface ReviewRow extends CertificateRow, RowOf<typeof vacationCertificates, (typeof reviewKeys)[number]> {
  userId: number;
  email: string;
  name: string | null;
  role: string;
  memberSince: number;
  reviewedBy: string | null;
  isHeldBySuperAdmin: 0 | 1;
  pausedAt: number | null;
}

type UncheckedColumns = 'email' | 'name' | 'role' | 'memberSince' | 'isHeldBySuperAdmin' | 'pausedAt';

export interface ReviewDecision {
  row: ReviewRow;
  actor: Actor;
}

export interface Pass {
  /** Whether the caller is a super administrator. Only they can pass the review of a certificate that a super administrator put on hold. */
  isSuperAdmin: boolean;
  isDevelopment: boolean;
  activateBy: number;
  check: OwnMemberCheck;
  /** Codes of the signals at redemption and at the time of passing. Stored, because they decide who may book the stay. */
  codes: string[];
  /** Signals at the time of passing. */
  signals: SnapshotSignals;
  getsSecondLook: boolean;
}

export const reviewListShape: ListShape = {
  // SQLite skips the outer join unless a search uses it.
  from: 'vacation_certificates t LEFT JOIN users u ON u.id = t.user_id',
  join: 'LEFT JOIN admins b ON b.id = t.reviewed_by_id',
  columns: `${selectList(vacationCertificates, 't', [...certificateKeys, ...reviewKeys])}, t.user_id AS "userId", u.email AS "email",
    nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') AS "name", u.role AS "role",
    u.created_at AS "memberSince", b.email AS "reviewedBy", ${isHeldBySuperAdmin('t')} AS "isHeldBySuperAdmin", ${pausedAt('u')} AS "pausedAt"`,
  where: "t.review = 'waiting'",
  search: `t.number || char(10) || u.email || char(10) || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`,
  names: foldedNames('u'),
  filters: {
    signal: {
      conditions: Object.fromEntries(signalCodes.map((code) => [code, `instr(t.review_signals, '"${code}"') > 0`])),
      sorts: ['created'],
    },
    stay: { conditions: columnConditions('type', certificateTypes), sorts: ['created'] },
  },
  sorts: { created: 't.created_at' },
  defaultSort: 'created',
  dates: dateFilter('t.created_at', ['created']),
  exact: {
    certificate: (number) => `SELECT t.id FROM vacation_certificates t WHERE t.number = ${number}`,
    email: matchEmail('vacation_certificates', 't.created_at DESC'),
  },
};

export function reviewById(id: number) {
  const { columns, from, join } = reviewListShape;
  return statement<ReviewRow, UncheckedColumns>(`SELECT ${columns} FROM ${from} ${join} WHERE t.id = ?1`, [id]);
}

/** SQL condition, rechecked by every decision: the certificate has been neither decided nor changed since it was read. */
const isStillWaiting = "c.id = ?1 AND c.version = ?2 AND c.review = 'waiting' AND c.status = 'active'";

/** Writes a decision, all or nothing. Returns false if the certificate has changed since it was read. */
async function decide(db: Database, before: Statement[], change: Statement<{ id: number }>, after: Statement[]): Promise<boolean> {
  const [changed] = await batchAfter(db, before, [change, ...after]);
  return firstRow(changed) !== undefined;
}

export const adminReviewStore = bindStore({
  list: (db, request: ListRowsQuery) => readList<ReviewRow, UncheckedColumns>(db, reviewListShape, request),

  async find(db, id: number): Promise<ReviewRow | undefined> {
    const [found] = await batch(db, [reviewById(id)]);
    return firstRow(found);
  },

  /**
   * Passes a certificate's review. The certificate can be activated until `activateBy`, and its reminders start again. The audit log does
   * not record whether a certificate without signals gets a second look, so the administrator who passed it cannot tell.
   */
  async pass(
    db,
    { row, actor }: ReviewDecision,
    { isSuperAdmin, isDevelopment, activateBy, check, codes, signals, getsSecondLook }: Pass,
    now: number,
  ): Promise<boolean> {
    return decide(
      db,
      [],
      statement<{ id: number }>(
        `UPDATE vacation_certificates AS c SET review = 'passed', reviewed_at = ?3, reviewed_by_id = ?4, activate_by = ?5, reminders_sent = '[]',
           review_signals = ?9, version = version + 1 WHERE ${isStillWaiting} AND ${isStillOther('c.user_id', '?6')}
           AND NOT ${mayBeBenefactor('?4', 'c.user_id', '?8', '?3')} AND (?7 OR NOT (${isHeldBySuperAdmin('c')})) RETURNING id`,
        [
          ...[row.id, row.version, now, actor.adminId, activateBy, JSON.stringify(check), Number(isSuperAdmin), Number(isDevelopment)],
          JSON.stringify(codes),
        ],
      ),
      [
        auditStatement(actor, createAuditEntry('pass', row, { review: 'passed', activateBy: toIso(activateBy) }), now),
        insertSnapshot({ certificateId: row.id, decision: 'pass', signals }, now),
        ...(getsSecondLook ? [insertSecondLook(row.id, actor, now)] : []),
        queueReviewMail('certificate_passed', row, { activateBy: toIso(activateBy), activationLink: row.activationLink }, now),
        // A decision about a held certificate ends the hold.
        syncRestorationHolds('CAST(?1 AS INTEGER)', row.userId),
        queueReleasedRestorationMails('CAST(?1 AS INTEGER)', row.userId, now),
        emailEndedHolds('= CAST(?1 AS INTEGER)', row.userId, actor, now),
      ],
    );
  },

  async askMember(db, { row, actor }: ReviewDecision, question: string, now: number): Promise<boolean> {
    return decide(
      db,
      [],
      statement<{ id: number }>(
        `UPDATE vacation_certificates AS c SET review_question = ?3, review_asked_at = ?4, version = version + 1 WHERE ${isStillWaiting} RETURNING id`,
        [row.id, row.version, question, now],
      ),
      [
        auditStatement(
          actor,
          { ...createAuditEntry('ask', row, { reviewQuestion: question }), before: { reviewQuestion: row.reviewQuestion } },
          now,
        ),
        queueReviewMail('certificate_question', row, { question }, now),
      ],
    );
  },

  async refuse(
    db,
    { row, actor }: ReviewDecision,
    { reason, check, signals }: { reason: string; check: OwnMemberCheck; signals: SnapshotSignals },
    now: number,
  ): Promise<boolean> {
    const isOpen = `${isStillWaiting} AND ${isStillOther('c.user_id', '?3')}`;
    const values = [row.id, row.version, JSON.stringify(check)];
    return decide(
      db,
      [refundTokens(isOpen, values, now)],
      statement<{ id: number }>(
        `UPDATE vacation_certificates AS c SET review = 'refused', reviewed_at = ?4, reviewed_by_id = ?5, review_reason = ?6,
           status = 'cancelled', cancelled_at = ?4, cancelled_by_id = ?5, cancel_reason = ?6, version = version + 1
         WHERE ${isOpen} RETURNING id`,
        [...values, now, actor.adminId, reason],
      ),
      [
        auditStatement(
          actor,
          {
            ...createAuditEntry('refuse', row, { review: 'refused', status: 'cancelled', tokensReturned: row.tokensRedeemed }),
            before: { review: 'waiting', status: 'active' },
            reason,
          },
          now,
        ),
        insertSnapshot({ certificateId: row.id, decision: 'refuse', signals }, now),
        queueReviewMail('certificate_refused', row, { tokens: String(row.tokensRedeemed), reason }, now),
        syncRestorationHolds('CAST(?1 AS INTEGER)', row.userId),
        queueReleasedRestorationMails('CAST(?1 AS INTEGER)', row.userId, now),
        emailEndedHolds('= CAST(?1 AS INTEGER)', row.userId, actor, now),
      ],
    );
  },
});

function createAuditEntry(verb: 'pass' | 'ask' | 'refuse', { number, userId }: ReviewRow, after: Record<string, unknown>) {
  return {
    action: `certificate.${verb}` as const,
    entityType: 'certificate',
    entityId: number,
    userId,
    before: { review: 'waiting' },
    after,
  };
}

/**
 * Queues an email about a review. Must directly follow an INSERT that adds a row only if the review changed. The cause contains the version
 * because a certificate may be reviewed more than once.
 */
function queueReviewMail(
  template: 'certificate_passed' | 'certificate_question' | 'certificate_refused',
  row: ReviewRow,
  payload: Record<string, string>,
  now: number,
): Statement {
  return queueSelectedMails(
    template,
    {
      sql: `SELECT id, email, json_insert(?1, '$.firstName', first_name), ?2 FROM users
        WHERE id = ?3 AND deletion_requested_at IS NULL AND changes() > 0`,
      values: [
        JSON.stringify({ number: row.number, name: getOption(row.type).name, ...payload }),
        `${template}:${row.number}:${row.version}`,
        row.userId,
      ],
    },
    now,
  );
}
