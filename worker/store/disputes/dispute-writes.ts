/** Stores the state that Stripe reports for a dispute. Product rules: Payments and memberships. */
import type { DisputeFacts } from '#worker/domain/memberships/facts.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

const mirroredColumns = ['amount_cents', 'currency', 'reason', 'state', 'is_inquiry', 'due_by', 'submissions'];
/** SQL condition: a bank's inquiry has escalated to a dispute, which needs a separate response. */
const isEscalation = `disputes.is_inquiry = 1 AND excluded.is_inquiry = 0 AND excluded.state = 'needs_response'`;

/**
 * Returns the statements that store a dispute. They must follow those that write the payment. The first one returns a row if something
 * changed. A change increments the member's version so that a concurrent writer with stale data reloads.
 */
export function disputeStatements(
  userId: number,
  dispute: DisputeFacts,
  alarmsTo: string | null,
  now: number,
): Statement<{ id: number }>[] {
  const { id, paymentIntentId, amountCents, currency, reason, state, isInquiry, openedAt, dueBy, submissions } = dispute;
  const isOver = state !== 'needs_response' && state !== 'under_review';
  return [
    statement<{ id: number }>(
      `INSERT INTO disputes (stripe_dispute_id, payment_id, user_id, amount_cents, currency, reason, state, is_inquiry, opened_at, due_by,
         submissions, closed_at, customer)
       SELECT ?1, p.id, p.user_id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
         (SELECT json_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'username', u.username) FROM users u WHERE u.id = p.user_id)
       FROM payments p WHERE p.stripe_payment_intent_id = ?2
       ON CONFLICT (stripe_dispute_id) DO UPDATE SET ${mirroredColumns.map((column) => `${column} = excluded.${column}`).join(', ')},
         closed_at = iif(excluded.closed_at IS NULL, NULL, coalesce(closed_at, excluded.closed_at)),
         answer = iif(${isEscalation}, NULL, answer), answer_state = iif(${isEscalation}, NULL, answer_state), version = version + 1
       WHERE ${mirroredColumns.map((column) => `disputes.${column} IS NOT excluded.${column}`).join(' OR ')} RETURNING id`,
      [id, paymentIntentId, amountCents, currency, reason, state, isInquiry ? 1 : 0, openedAt, dueBy, submissions, isOver ? now : null],
    ),
    statement('UPDATE users SET version = version + 1 WHERE id = ?1 AND changes() > 0', [userId]),
    queueRaisedMails(id, alarmsTo, now),
  ];
}

/** Emails the administrators who can respond, and the operator, once per dispute and address. */
function queueRaisedMails(stripeDisputeId: string, alarmsTo: string | null, now: number): Statement {
  return queueSelectedMails(
    'dispute_raised',
    {
      sql: `SELECT NULL, r.email, json_object('firstName', r.first_name, 'dispute', CAST(d.id AS TEXT), 'member', u.email, 'for', p.description,
          'amountCents', CAST(d.amount_cents AS TEXT), 'reason', d.reason, 'dueBy', strftime('%Y-%m-%dT%H:%M:%SZ', d.due_by, 'unixepoch')),
          'dispute_raised:' || d.stripe_dispute_id || ':' || lower(r.email)
        FROM disputes d JOIN users u ON u.id = d.user_id JOIN payments p ON p.id = d.payment_id
          JOIN (SELECT a.email, a.first_name FROM admins a WHERE a.role = 'super_admin' AND a.disabled_at IS NULL
            UNION ALL SELECT ?2, NULL WHERE ?2 IS NOT NULL) r
        WHERE d.stripe_dispute_id = ?1 AND d.state = 'needs_response'`,
      values: [stripeDisputeId, alarmsTo],
    },
    now,
  );
}
