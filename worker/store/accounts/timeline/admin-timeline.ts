/**
 * Reads the pages of a member's timeline. Each source is a table with an index of its own; the ledger and emails are read by id, because
 * they are the only ones with many rows per member.
 */
import type { TimelineKind } from '#schema/accounts/admin-timeline.ts';
import type { ReviewState } from '#schema/certificates/certificate.ts';
import { timelinePageSize } from '#schema/rules.ts';
import type { vacationCertificates } from '#schema/tables/tokens.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { TimelineCursor, TimelinePlace } from '#worker/domain/accounts/timeline.ts';
import { bindStore } from '#worker/store/database.ts';
import { isNotToOffice } from '#worker/store/messages/admin-outbox.ts';
import { isOwnMessage } from '#worker/store/messages/conversations.ts';
import { batchByName, type RowOf, type Statement, statement } from '#worker/store/sql.ts';
import { isFind } from '#worker/store/tokens/ledger-kinds.ts';

const startOfTimeline: TimelinePlace = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** SQL condition: the row is older than the place ?2, ?3 in a source that is read by time. */
const isOlder = (at: string, id = 't.id') => `(${at}, ${id}) < (?2, ?3) ORDER BY ${at} DESC, ${id} DESC LIMIT ${timelinePageSize + 1}`;
/** Like `isOlder`, for a source that is read by id. D1 rejects values that a statement does not use. */
const hasLowerId = `t.id < ?3 AND ?2 IS NOT NULL ORDER BY t.id DESC LIMIT ${timelinePageSize + 1}`;

const adminName = "coalesce(a.first_name || ' ' || a.last_name, a.email)";

function buildSources(userId: number, cursor: TimelineCursor<string>) {
  const source = <Row extends TimelinePlace, UncheckedColumns extends keyof Row = never>(name: string, sql: string): Statement<Row> => {
    const { at, id } = cursor[name] ?? startOfTimeline;
    return statement<Row, UncheckedColumns>(sql, [userId, at, id]);
  };
  return {
    joined: source<TimelinePlace>(
      'joined',
      `SELECT t.id AS "id", t.created_at AS "at" FROM users t WHERE t.id = ?1 AND ${isOlder('t.created_at')}`,
    ),
    paid: source<
      TimelinePlace & {
        description: string;
        amountCents: number;
        refundedCents: number;
        refundOwedCents: number;
        disputeStatus: string | null;
      }
    >(
      'paid',
      `SELECT t.id AS "id", t.paid_at AS "at", t.description AS "description", t.amount_cents AS "amountCents", t.refunded_cents AS "refundedCents",
         t.refund_owed_cents AS "refundOwedCents", t.dispute_status AS "disputeStatus" FROM payments t WHERE t.user_id = ?1 AND ${isOlder('t.paid_at')}`,
    ),
    found: source<TimelinePlace & { cardId: string; isFinder: 0 | 1; tokens: number }, 'isFinder'>(
      'found',
      `SELECT t.id AS "id", t.created_at AS "at", c.card_id AS "cardId", t.kind = ${tokenKinds.scan.code} AS "isFinder", t.amount AS "tokens"
       FROM token_transactions t CROSS JOIN cache_cards c ON c.id = t.subject_id WHERE t.user_id = ?1 AND ${isFind('+t')} AND ${hasLowerId}`,
    ),
    redeemed: source<TimelinePlace & RowOf<typeof vacationCertificates, 'number' | 'type' | 'status'> & { tokens: number }>(
      'redeemed',
      `SELECT t.id AS "id", t.created_at AS "at", t.number AS "number", t.type AS "type", t.tokens_redeemed AS "tokens", t.status AS "status"
       FROM vacation_certificates t WHERE t.user_id = ?1 AND ${isOlder('t.created_at')}`,
    ),
    message: source<TimelinePlace & { text: string }>(
      'message',
      `SELECT t.id AS "id", t.created_at AS "at", t.message AS "text" FROM contact_messages t WHERE ${isOwnMessage('t')} AND ${isOlder('t.created_at')}`,
    ),
    reply: source<TimelinePlace & { conversation: number; text: string; by: string | null }, 'by'>(
      'reply',
      `SELECT t.id AS "id", t.created_at AS "at", t.message_id AS "conversation", t.text AS "text", iif(t.kind = 'answer', ${adminName}, NULL) AS "by"
       FROM contact_messages m CROSS JOIN contact_replies t ON t.message_id = m.id LEFT JOIN admins a ON a.id = t.admin_id
       WHERE ${isOwnMessage('m')} AND ${isOlder('t.created_at')}`,
    ),
    mail: source<TimelinePlace & { template: string; payload: string; status: string }>(
      'mail',
      `SELECT t.id AS "id", t.created_at AS "at", t.template AS "template", t.payload AS "payload", t.status AS "status"
       FROM outbox t WHERE t.user_id = ?1 AND ${isNotToOffice} AND ${hasLowerId}`,
    ),
    review: source<TimelinePlace & { number: string; review: ReviewState; by: string | null; reason: string | null }, 'at' | 'by'>(
      'review',
      `SELECT t.id AS "id", t.reviewed_at AS "at", t.number AS "number", t.review AS "review", ${adminName} AS "by", t.review_reason AS "reason"
       FROM vacation_certificates t LEFT JOIN admins a ON a.id = t.reviewed_by_id
       WHERE t.user_id = ?1 AND t.review IN ('passed', 'refused') AND ${isOlder('t.reviewed_at')}`,
    ),
    cancellation: source<TimelinePlace & { number: string; by: string | null; reason: string | null }, 'at' | 'by'>(
      'cancellation',
      `SELECT t.id AS "id", t.cancelled_at AS "at", t.number AS "number", ${adminName} AS "by", t.cancel_reason AS "reason"
       FROM vacation_certificates t LEFT JOIN admins a ON a.id = t.cancelled_by_id
       WHERE t.user_id = ?1 AND t.review <> 'refused' AND ${isOlder('t.cancelled_at')}`,
    ),
    claim: source<TimelinePlace & { cardId: string; status: string; by: string | null; reason: string | null }, 'by'>(
      'claim',
      `SELECT t.id AS "id", t.updated_at AS "at", c.card_id AS "cardId", t.status AS "status", ${adminName} AS "by", t.admin_comment AS "reason"
       FROM ownership_claims t JOIN cache_cards c ON c.id = t.card_id JOIN admins a ON a.id = t.decided_by_id
       WHERE t.user_id = ?1 AND t.status <> 'pending' AND ${isOlder('t.updated_at')}`,
    ),
    group: source<TimelinePlace & { action: string; by: string | null; reason: string }, 'by'>(
      'group',
      `SELECT t.id AS "id", t.created_at AS "at", t.action AS "action", ${adminName} AS "by", t.reason AS "reason"
       FROM review_effects e CROSS JOIN review_decisions t ON t.id = e.decision_id JOIN admins a ON a.id = t.admin_id
       WHERE e.user_id = ?1 AND e.kind = 'member' AND ${isOlder('t.created_at')}`,
    ),
    audit: source<
      TimelinePlace & { action: string; admin: string | null; before: string | null; after: string | null; reason: string | null },
      'admin'
    >(
      'audit',
      `SELECT t.id AS "id", t.created_at AS "at", t.action AS "action", ${adminName} AS "admin", t.before AS "before", t.after AS "after", t.reason AS "reason"
       FROM audit_log t LEFT JOIN admins a ON a.id = t.admin_id WHERE t.user_id = ?1 AND ${isOlder('t.created_at')}`,
    ),
  };
}

type Sources = ReturnType<typeof buildSources>;
export type TimelineSource = keyof Sources;
export type TimelineRows = { [Source in TimelineSource]: Sources[Source] extends Statement<infer Row> ? Row : never };

export const sourcesOfKind: Record<TimelineKind, readonly TimelineSource[]> = {
  joined: ['joined'],
  paid: ['paid'],
  found: ['found'],
  redeemed: ['redeemed'],
  message: ['message', 'reply'],
  mail: ['mail'],
  decision: ['review', 'cancellation', 'claim', 'group'],
  audit: ['audit'],
};

export const timelineStore = bindStore({
  /** Loads the next rows of each source. Includes erased members. Returns undefined for an unknown member. */
  async read(
    db,
    userId: number,
    sources: readonly TimelineSource[],
    cursor: TimelineCursor<TimelineSource>,
  ): Promise<{ [Source in TimelineSource]?: TimelineRows[Source][] } | undefined> {
    const all = buildSources(userId, cursor);
    const chosen = Object.fromEntries(sources.map((source) => [source, all[source]])) as Sources;
    const { member, ...rows } = await batchByName(db, {
      member: statement<{ id: number }>('SELECT id FROM users WHERE id = ?1', [userId]),
      ...chosen,
    });
    return member.length > 0 ? rows : undefined;
  },
});
