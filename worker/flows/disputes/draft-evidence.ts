/**
 * Prepares the evidence for a dispute. Erasing a member saves it for open disputes, which may still wait for our answer. Product rules:
 * Payments and memberships.
 */
import type { Evidence } from '#schema/disputes/dispute.ts';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import { deviceName } from '#worker/domain/accounts/device.ts';
import { type EvidenceFacts, prepareEvidence } from '#worker/domain/disputes/evidence.ts';
import type { StoredQuote } from '#worker/domain/printing/print-order.ts';
import type { Store } from '#worker/store/store.ts';

export interface EvidenceDeps {
  store: Store;
  publicOrigin: string;
  mailSubject: (mail: { template: string; payload: string }) => string;
  /** Current time in Unix seconds (UTC). */
  now: number;
}

interface DisputedPayment {
  paymentId: number;
  userId: number;
}

/** Returns undefined for an unknown payment. */
export async function draftEvidence(
  { store, publicOrigin, mailSubject, now }: EvidenceDeps,
  { paymentId, userId }: DisputedPayment,
): Promise<Evidence | undefined> {
  const loadedFacts = await store.admin.evidenceFacts.read(paymentId, userId, now);
  if (!loadedFacts) return undefined;
  const { purchase, prints, mails, signIns, ...rest } = loadedFacts;
  const { customer, shippingAddress, orderedCards, firstName, lastName, email, username, registeredAt, ...payment } = purchase;
  const namesAtDispute = customer === null ? {} : (JSON.parse(customer) as Omit<EvidenceFacts['member'], 'registeredAt'>);
  return prepareEvidence(
    {
      ...rest,
      member: { firstName, lastName, email, username, registeredAt, ...namesAtDispute },
      payment,
      orderedCards,
      address: shippingAddress === null ? null : (JSON.parse(shippingAddress) as ShippingAddress),
      parcels: prints.map(({ statusAt, tracking, quote, quoteId }) => ({
        shippedAt: statusAt,
        tracking,
        service: readService(quote, quoteId),
      })),
      signIns: signIns.map(({ userAgent, ...signIn }) => ({ ...signIn, device: userAgent === null ? null : deviceName(userAgent) })),
      mails: mails.map(({ sentAt, template, payload }) => ({ sentAt, subject: mailSubject({ template, payload }) })),
    },
    publicOrigin,
  );
}

/** Saves the evidence for the member's open disputes. Must precede the erasure of the member's data; keeps what is already saved. */
export async function saveEvidence(deps: EvidenceDeps, userId: number): Promise<void> {
  const { disputes } = deps.store.admin;
  for (const { id, paymentId } of await disputes.withoutEvidence(userId)) {
    const evidence = await draftEvidence(deps, { paymentId, userId });
    if (evidence) await disputes.saveEvidence(id, evidence);
  }
}

function readService(quote: string | null, quoteId: string | null): string | null {
  const services = quote === null ? [] : (JSON.parse(quote) as StoredQuote).services;
  return services.find((service) => service.quoteId === quoteId)?.service ?? null;
}
