/**
 * Disputes of card payments. Stripe is the source of truth. The effect of a dispute on the purchase depends on `payments.disputeStatus`.
 */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { disputeAnswerStates, disputeAnswers, disputeStates } from '#schema/disputes/dispute.ts';
import { admins } from './admins.ts';
import { flag, foreignId, jsonText, rowId, seconds, version } from './columns.ts';
import { users } from './members.ts';
import { payments } from './orders.ts';

export const disputes = sqliteTable(
  'disputes',
  {
    id: rowId(),
    stripeDisputeId: text('stripe_dispute_id').notNull().unique(),
    paymentId: foreignId('payment_id', () => payments.id).notNull(),
    userId: foreignId('user_id', () => users.id).notNull(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** Stripe's reason code. Not an enum, because Stripe may add codes. */
    reason: text('reason').notNull(),
    state: text('state', { enum: disputeStates }).notNull(),
    /** True if the bank only asks for information and has not withdrawn the money. */
    isInquiry: flag('is_inquiry').notNull().default(false),
    openedAt: seconds('opened_at').notNull(),
    /** Deadline for evidence; null if no evidence can be submitted. */
    dueBy: seconds('due_by'),
    /** Number of evidence submissions according to Stripe, including those made in its dashboard. */
    submissions: integer('submissions').notNull().default(0),
    /** When we learned that the dispute had ended. */
    closedAt: seconds('closed_at'),
    answer: text('answer', { enum: disputeAnswers }),
    answerState: text('answer_state', { enum: disputeAnswerStates }),
    /** Attempt number of the response, which is part of the idempotency key sent to Stripe. */
    attempt: integer('attempt').notNull().default(1),
    answerError: text('answer_error'),
    answerNote: text('answer_note'),
    answeredAt: seconds('answered_at'),
    answeredById: foreignId('answered_by_id', () => admins.id),
    /**
     * The evidence as last sent to Stripe, or as prepared when the member was erased during the dispute. Erased with the member, or if the
     * dispute was open then, `caseEvidenceRetentionSeconds` after its end.
     */
    evidence: jsonText('evidence'),
    /** The member's names and email when the dispute was opened, because the member can change them before we answer. Erased like `evidence`. */
    customer: jsonText('customer'),
    version: version(),
  },
  (t) => [
    index('disputes_opened').on(t.openedAt),
    index('disputes_state').on(t.state, t.openedAt),
    index('disputes_due').on(t.dueBy).where(sql`state = 'needs_response'`),
    index('disputes_unanswered').on(t.answeredAt).where(sql`answer_state = 'asked'`),
    index('disputes_payment').on(t.paymentId),
    index('disputes_user').on(t.userId),
    check('disputes_answer', sql`(answer IS NULL) = (answer_state IS NULL)`),
  ],
);
