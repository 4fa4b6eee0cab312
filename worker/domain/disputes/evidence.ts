/** Prepares the evidence for a dispute from the stored data about the member and the purchase. Product rules: Payments and memberships. */
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { type Evidence, evidenceMaxLength } from '#schema/disputes/dispute.ts';
import { cancellationPolicy, refundPolicy, termsUpdatedOn } from '#schema/legal-texts.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { getOption } from '#worker/domain/certificates/certificate.ts';
import { describeAddress } from '#worker/domain/orders/parcel.ts';
import { type Seconds, utcDay, utcMinute } from '#worker/domain/time.ts';

export interface SentParcel {
  shippedAt: Seconds;
  /** The printer's shipping service, such as `Ground, tracked`. */
  service: string | null;
  /** Tracking numbers, one per line. */
  tracking: string | null;
}

export interface EvidenceFacts {
  member: { firstName: string | null; lastName: string | null; email: string; username: string | null; registeredAt: Seconds };
  payment: { description: string; amountCents: number; paidAt: Seconds; periodStart: Seconds | null; periodEnd: Seconds | null };
  /** Number of cards in the disputed order; 0 for memberships. */
  orderedCards: number;
  address: ShippingAddress | null;
  parcels: SentParcel[];
  /** Sign-ins, newest first. Like the other lists, this one is limited to the newest entries. */
  signIns: { at: Seconds; way: string; device: string | null; country: string | null; count: number }[];
  finds: { total: number; newest: { at: Seconds; cardId: string }[] };
  placements: { at: Seconds; cardId: string }[];
  redemptions: { at: Seconds; number: string; type: CertificateOption['type']; status: string }[];
  mails: { sentAt: Seconds; subject: string }[];
}

const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
/** Joins the lines and drops whole lines at the end if the text is too long for Stripe. */
function limit(lines: (string | null)[]): string {
  const includedLines: string[] = [];
  let length = 0;
  for (const line of lines.filter((candidate) => candidate !== null)) {
    length += line.length + 1;
    if (length > evidenceMaxLength) break;
    includedLines.push(line);
  }
  return includedLines.join('\n');
}

export function prepareEvidence(facts: EvidenceFacts, publicOrigin: string): Evidence {
  const { member, payment, address, parcels } = facts;
  const isMembership = facts.orderedCards === 0;
  const lastParcel = parcels.at(-1);
  return {
    customer_name: [member.firstName, member.lastName].filter(Boolean).join(' ') || (address?.name ?? ''),
    customer_email_address: member.email,
    product_description: describeProduct(facts, publicOrigin),
    service_date: isMembership ? describePeriod(payment) : lastParcel ? utcDay(lastParcel.shippedAt) : utcDay(payment.paidAt),
    shipping_address: isMembership || !address ? '' : describeAddress(address),
    shipping_carrier: [...new Set(parcels.flatMap(({ service }) => service ?? []))].join(', '),
    shipping_date: lastParcel ? utcDay(lastParcel.shippedAt) : '',
    shipping_tracking_number: parcels.flatMap(({ tracking }) => tracking?.split('\n') ?? []).join(', '),
    access_activity_log: limit(listActivity(facts)),
    refund_policy_disclosure: `${describeTerms(facts, publicOrigin)} Section “Payments and refunds”: ${refundPolicy}`,
    cancellation_policy_disclosure: isMembership
      ? `${describeTerms(facts, publicOrigin)} Section “Memberships and their renewal”: ${cancellationPolicy} The checkout shows the price, the yearly renewal and how to cancel above its button.`
      : '',
    uncategorized_text: limit(summarize(facts, publicOrigin)),
  };
}

function describeProduct({ payment, orderedCards }: EvidenceFacts, publicOrigin: string): string {
  return orderedCards === 0
    ? `${payment.description} of Cache Cards (${publicOrigin}), a geocaching rewards service. A paid membership lets its member place own cards, earn from finds and referrals, and open monthly chests. It was active at once after payment.`
    : `${payment.description} from Cache Cards (${publicOrigin}), a geocaching rewards service: cards with individual QR codes for the member to place outdoors, printed to order.`;
}

function describePeriod({ paidAt, periodStart, periodEnd }: EvidenceFacts['payment']): string {
  return periodStart === null || periodEnd === null ? utcDay(paidAt) : `${utcDay(periodStart)} to ${utcDay(periodEnd)}`;
}

function describeTerms({ member }: EvidenceFacts, publicOrigin: string): string {
  return `The member accepted the terms of use at ${publicOrigin}/terms-of-service when registering on ${utcMinute(member.registeredAt)} (current version: ${termsUpdatedOn}).`;
}

function summarize(facts: EvidenceFacts, publicOrigin: string): string[] {
  const { payment, finds, placements, redemptions, parcels, mails } = facts;
  const dollars = (payment.amountCents / 100).toFixed(2);
  return [
    `${payment.description}, paid by card on ${utcMinute(payment.paidAt)}: $${dollars}.`,
    describeTerms(facts, publicOrigin),
    ...parcels.map(
      ({ shippedAt, tracking }) => `Shipped on ${utcDay(shippedAt)}${tracking ? `, tracking ${tracking.replaceAll('\n', ', ')}` : ''}.`,
    ),
    `Account activity: ${finds.total} cards found, ${placements.length} own cards placed, ${redemptions.length} vacation certificates redeemed.`,
    ...redemptions.map(
      ({ at, number, type, status }) => `Certificate ${number} (${getOption(type).name}) redeemed on ${utcDay(at)}: ${status}.`,
    ),
    ...(mails.length > 0
      ? [
          'Emails sent to the member:',
          ...mails.toSorted((one, other) => other.sentAt - one.sentAt).map(({ sentAt, subject }) => `${utcMinute(sentAt)}: ${subject}`),
        ]
      : []),
  ];
}

function listActivity({ signIns, finds, placements }: EvidenceFacts): string[] {
  const entries = [
    ...signIns.map(({ at, way, device, country, count }) => ({
      at,
      text: join(`Signed in (${way})`, device, country, count > 1 ? `${count} times` : null),
    })),
    ...finds.newest.map(({ at, cardId }) => ({ at, text: `Scanned card ${cardId}` })),
    ...placements.map(({ at, cardId }) => ({ at, text: `Placed own card ${cardId}` })),
  ];
  return entries.sort((one, other) => other.at - one.at).map(({ at, text }) => `${utcMinute(at)}: ${text}`);
}
