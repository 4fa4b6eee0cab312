import type Stripe from 'stripe';
import * as v from 'valibot';
import { closeDispute, requireOpen } from '#scripts/fakes/stripe/billing/disputes.ts';
import { publishChange } from '#scripts/fakes/stripe/events.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { created, createListRoute, cursors, isSince, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, flag, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';

const ListDisputesParameters = createParameters<Stripe.DisputeListParams>()({
  ...cursors,
  created,
  charge: v.optional(text),
  payment_intent: v.optional(text),
});
const UpdateDisputeParameters = createParameters<Stripe.DisputeUpdateParams>()({
  evidence: v.optional(v.strictObject({ uncategorized_text: v.optional(text), product_description: v.optional(text) })),
  submit: v.optional(flag, 'true'),
  metadata: v.optional(metadata),
});

/** Evidence texts that determine the outcome of a test dispute, as in Stripe's test mode. */
const outcomesByEvidence: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

export const disputeRoutes: Routes = {
  'GET /v1/disputes': createListRoute(
    'dispute',
    ListDisputesParameters,
    (dispute, query) => matchFields('charge', 'payment_intent')(dispute, query) && isSince(dispute, query),
  ),
  'GET /v1/disputes/:id': (call) => call.account.store.get('dispute', call.id),
  'POST /v1/disputes/:id': (call) => {
    const { evidence, submit, metadata } = call.read(UpdateDisputeParameters);
    const { store } = call.account;
    const dispute = store.get('dispute', call.id);
    requireOpen(dispute);
    const details = dispute.evidence_details;
    const previous = store.change<'dispute'>(dispute, {
      metadata: mergeMetadata(dispute.metadata, metadata),
      ...(evidence && { evidence: { ...dispute.evidence, ...evidence }, evidence_details: { ...details, has_evidence: true } }),
      ...(evidence && submit && { status: dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review' }),
    });
    publishChange(call.account, 'charge.dispute.updated', dispute, previous);
    const outcome = submit ? outcomesByEvidence[evidence?.uncategorized_text ?? ''] : undefined;
    if (outcome) closeDispute(call.account, dispute, outcome);
    return dispute;
  },
  'POST /v1/disputes/:id/close': (call) => {
    const dispute = call.account.store.get('dispute', call.id);
    closeDispute(call.account, dispute, 'lost');
    return dispute;
  },
};
