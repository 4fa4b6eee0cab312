import type Stripe from 'stripe';
import * as v from 'valibot';
import { closeDispute, requireOpen } from '#scripts/stripe-stand-in/billing/disputing.ts';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { publishChange } from '#scripts/stripe-stand-in/events.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { flag, mergeMetadata, metadata, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';

const ListDisputesParameters = parametersOf<Stripe.DisputeListParams>()({
  ...cursors,
  charge: v.optional(text),
  payment_intent: v.optional(text),
});
const UpdateDisputeParameters = parametersOf<Stripe.DisputeUpdateParams>()({
  evidence: v.optional(v.strictObject({ uncategorized_text: v.optional(text), product_description: v.optional(text) })),
  submit: v.optional(flag, 'true'),
  metadata: v.optional(metadata),
});

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    answer: (call) => {
      const { charge, payment_intent: intent, ...page } = call.read(ListDisputesParameters);
      const all = call.account.store.all('dispute');
      return pageOf(
        call,
        all.filter((dispute) => (!charge || dispute.charge === charge) && (!intent || dispute.payment_intent === intent)),
        page,
      );
    },
  },
  { method: 'GET', path: '/v1/disputes/:id', answer: (call) => call.account.store.get('dispute', call.id) },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    answer: (call) => {
      const { evidence, submit, metadata: told } = call.read(UpdateDisputeParameters);
      const { store } = call.account;
      const dispute = store.get('dispute', call.id);
      requireOpen(dispute);
      const details = dispute.evidence_details;
      const previous = store.change<'dispute'>(dispute, {
        metadata: mergeMetadata(dispute.metadata, told),
        ...(evidence && { evidence: { ...dispute.evidence, ...evidence }, evidence_details: { ...details, has_evidence: true } }),
        ...(evidence && submit && { status: dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review' }),
      });
      publishChange(call.account, 'charge.dispute.updated', dispute, previous);
      return dispute;
    },
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    answer: (call) => {
      const dispute = call.account.store.get('dispute', call.id);
      closeDispute(call.account, dispute, 'lost');
      return dispute;
    },
  },
];
