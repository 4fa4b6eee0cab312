/** Disputes of card payments, as administrators see them. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { isoInstant, requiredLines } from '#schema/fields.ts';

/**
 * States of a dispute. needs_response: the bank is waiting for our evidence. under_review: evidence was submitted. lost: also used during
 * an appeal. closed: an inquiry that ended without a chargeback.
 */
export const disputeStates = ['needs_response', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A super administrator's response to a dispute: submit evidence or accept the dispute. */
export const disputeAnswers = ['evidence', 'accept'] as const;
export type DisputeAnswer = (typeof disputeAnswers)[number];

/**
 * States of our response to a dispute. asked: sent to Stripe, outcome unknown. made: accepted by Stripe. refused: rejected by Stripe, so we
 * can respond again.
 */
export const disputeAnswerStates = ['asked', 'made', 'refused'] as const;

/**
 * Stripe's character limit per evidence field. Our limit on the total is lower than Stripe's 150,000 characters so that the evidence fits
 * into one request.
 */
export const evidenceMaxLength = 20_000;
export const evidenceTotalMaxLength = 50_000;

/** Stripe's names for the evidence fields that we fill in, in the order of the form. */
export const evidenceFields = [
  'customer_name',
  'customer_email_address',
  'product_description',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'access_activity_log',
  'refund_policy_disclosure',
  'cancellation_policy_disclosure',
  'uncategorized_text',
] as const;
export type EvidenceField = (typeof evidenceFields)[number];

const evidenceText = v.pipe(
  v.string('Please enter text'),
  v.trim(),
  v.maxLength(evidenceMaxLength, `Please shorten this to ${evidenceMaxLength.toLocaleString('en')} characters`),
);
/** Evidence fields for a dispute. Blank fields are not sent to Stripe. */
export const Evidence = v.strictObject(
  Object.fromEntries(evidenceFields.map((field) => [field, evidenceText])) as Record<EvidenceField, typeof evidenceText>,
);
export type Evidence = v.InferOutput<typeof Evidence>;

/** Entry in the response of GET /api/admin/disputes. Amounts are in the smallest unit of `currency`. */
export const Dispute = v.object({
  id: v.number(),
  stripeId: v.string(),
  member: v.object({ id: v.number(), email: v.string() }),
  /** Description of the purchase. `orderId` is null for a renewal. */
  description: v.string(),
  orderId: v.nullable(v.number()),
  amount: v.number(),
  currency: v.string(),
  /** Stripe's reason code for the dispute. */
  reason: v.string(),
  state: v.picklist(disputeStates),
  isInquiry: v.boolean(),
  openedAt: isoInstant,
  dueBy: v.nullable(isoInstant),
  closedAt: v.nullable(isoInstant),
});
export type Dispute = v.InferOutput<typeof Dispute>;
export const DisputeList = v.array(Dispute);

/** Response of GET /api/admin/disputes/{id}, and of the endpoints that submit evidence or accept the dispute. */
export const DisputePage = v.object({
  ...Dispute.entries,
  version: v.number(),
  /** URL of the dispute in Stripe's dashboard; null with the local Stripe fake. */
  dashboardUrl: v.nullable(v.string()),
  /** True while we can submit evidence or accept the dispute. */
  isAnswerable: v.boolean(),
  /** True if evidence was submitted in Stripe's dashboard. */
  wasAnsweredInStripe: v.boolean(),
  answer: v.nullable(
    v.object({
      kind: v.picklist(disputeAnswers),
      state: v.picklist(disputeAnswerStates),
      error: v.nullable(v.string()),
      note: v.nullable(v.string()),
      at: isoInstant,
      by: v.string(),
      evidence: v.nullable(Evidence),
    }),
  ),
});
export type DisputePage = v.InferOutput<typeof DisputePage>;

const version = v.number('version must be a number');

/** Body of POST /api/admin/disputes/{id}/evidence. */
export const SubmitEvidenceRequest = v.pipe(
  v.strictObject({ version, evidence: Evidence }),
  v.forward(
    v.check(
      ({ evidence }) => Object.values(evidence).reduce((sum, text) => sum + text.length, 0) <= evidenceTotalMaxLength,
      `Please shorten the texts to ${evidenceTotalMaxLength.toLocaleString('en')} characters in total`,
    ),
    ['evidence'],
  ),
  v.forward(
    v.check(({ evidence }) => Object.values(evidence).some((text) => text !== ''), 'Please enter some evidence'),
    ['evidence'],
  ),
);
export type SubmitEvidenceRequest = v.InferOutput<typeof SubmitEvidenceRequest>;

export const AcceptDisputeForm = v.object({ note: requiredLines('Please enter a reason', 200) });
/** Body of POST /api/admin/disputes/{id}/accept, which concedes the dispute to the member. */
export const AcceptDisputeRequest = v.strictObject({ version, ...AcceptDisputeForm.entries });
export type AcceptDisputeRequest = v.InferOutput<typeof AcceptDisputeRequest>;
