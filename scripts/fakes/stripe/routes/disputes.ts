import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import { closeDispute, isOverdue, requireAnswerable, requireOpen } from '#scripts/fakes/stripe/billing/disputes.ts';
import { publishChange } from '#scripts/fakes/stripe/events.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { created, createListRoute, cursors, isSince, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, flag, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredDispute } from '#scripts/fakes/stripe/http/shapes.ts';

const ListDisputesParameters = createParameters<Stripe.DisputeListParams>()({
  ...cursors,
  created,
  charge: v.optional(text),
  payment_intent: v.optional(text),
});
const evidenceTexts = [
  ...(['access_activity_log', 'billing_address', 'cancellation_policy_disclosure', 'cancellation_rebuttal'] as const),
  ...(['customer_email_address', 'customer_name', 'customer_purchase_ip', 'duplicate_charge_explanation'] as const),
  ...(['product_description', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'] as const),
  ...(['shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_tracking_number', 'uncategorized_text'] as const),
];
type EvidenceText = (typeof evidenceTexts)[number];
const maxEvidenceCharacters = 150_000;
const evidenceText = v.pipe(v.string(), v.maxLength(20_000));
const optionalText = v.optional(evidenceText);
const UpdateDisputeParameters = createParameters<Stripe.DisputeUpdateParams>()({
  evidence: v.optional(
    v.pipe(
      v.strictObject(
        Object.fromEntries(evidenceTexts.map((name) => [name, v.optional(evidenceText)])) as Record<EvidenceText, typeof optionalText>,
      ),
      v.check(
        (evidence) => Object.values(evidence).reduce((sum, value) => sum + (value ?? '').length, 0) <= maxEvidenceCharacters,
        'The combined length of all evidence texts is too long.',
      ),
    ),
  ),
  submit: v.optional(flag, 'true'),
  metadata: v.optional(metadata),
});

/** Evidence text that determines the outcome of a test dispute, as in Stripe's test mode. */
const outcomesByEvidence: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

export const disputeRoutes: Routes = {
  'GET /v1/disputes': createListRoute(
    'dispute',
    ListDisputesParameters,
    (dispute, query) => matchFields('charge', 'payment_intent')(dispute, query) && isSince(dispute, query),
  ),
  'GET /v1/disputes/:id': (call) => withDeadline(call.account, call.account.store.get('dispute', call.id)),
  'POST /v1/disputes/:id/close': (call) => {
    const dispute = call.account.store.get('dispute', call.id);
    requireAnswerable(call.account, dispute);
    closeDispute(call.account, dispute, 'lost');
    return dispute;
  },
  'POST /v1/disputes/:id': (call) => {
    const { evidence, submit, metadata } = call.read(UpdateDisputeParameters);
    const { store } = call.account;
    const dispute = store.get('dispute', call.id);
    if (submit) requireAnswerable(call.account, dispute);
    else requireOpen(dispute);
    const details = dispute.evidence_details;
    const submission = submit ? ({ submission_count: details.submission_count + 1, submission_method: 'manual' } as const) : {};
    const previous = store.change<'dispute'>(dispute, {
      metadata: mergeMetadata(dispute.metadata, metadata),
      ...(evidence && {
        evidence: { ...dispute.evidence, ...evidence },
        evidence_details: { ...details, ...submission, has_evidence: true },
      }),
      ...(evidence && submit && { status: dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review' }),
    });
    publishChange(call.account, 'charge.dispute.updated', dispute, previous);
    const outcome = submit ? outcomesByEvidence[evidence?.uncategorized_text ?? ''] : undefined;
    if (outcome) closeDispute(call.account, dispute, outcome);
    return dispute;
  },
};

/** Updates `past_due`, the only dispute field that changes just because time passes. */
function withDeadline(account: Account, dispute: StoredDispute): StoredDispute {
  const { evidence_details: details } = dispute;
  const isPastDue = dispute.status.endsWith('needs_response') && isOverdue(account, dispute);
  if (isPastDue !== details.past_due) account.store.change<'dispute'>(dispute, { evidence_details: { ...details, past_due: isPastDue } });
  return dispute;
}
