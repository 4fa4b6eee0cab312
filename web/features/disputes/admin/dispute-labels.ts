import type { Dispute, DisputePage, EvidenceField } from '#schema/disputes/dispute.ts';
import { formatDollars } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const disputeStates: Record<Dispute['state'], StateLabel> = {
  needs_response: { label: 'Needs a response', tone: 'red' },
  under_review: { label: 'With the bank', tone: 'yellow' },
  won: { label: 'Won', tone: 'green' },
  lost: { label: 'Lost', tone: 'grey' },
  closed: { label: 'Closed', tone: 'grey' },
};

export const answerStates: Record<NonNullable<DisputePage['answer']>['state'], StateLabel> = {
  asked: { label: 'No response yet', tone: 'yellow' },
  made: { label: 'Sent', tone: 'green' },
  refused: { label: 'Declined', tone: 'red' },
};

export const evidenceLabels: Record<EvidenceField, string> = {
  customer_name: 'Customer’s name',
  customer_email_address: 'Customer’s email',
  product_description: 'What was sold',
  service_date: 'Date of delivery or service',
  shipping_address: 'Delivery address',
  shipping_carrier: 'Carrier',
  shipping_date: 'Shipped on',
  shipping_tracking_number: 'Tracking number',
  access_activity_log: 'Account activity',
  refund_policy_disclosure: 'Refund policy and how we disclosed it',
  cancellation_policy_disclosure: 'Cancellation policy and how we disclosed it',
  uncategorized_text: 'Additional information',
};

/** Evidence fields shown as multi-line inputs. */
export const longFields: ReadonlySet<EvidenceField> = new Set([
  'product_description',
  'access_activity_log',
  'refund_policy_disclosure',
  'cancellation_policy_disclosure',
  'uncategorized_text',
] satisfies EvidenceField[]);

export function getDisputeAmount({ amount, currency }: Pick<Dispute, 'amount' | 'currency'>): string {
  return currency === 'usd' ? formatDollars(amount / 100) : `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
