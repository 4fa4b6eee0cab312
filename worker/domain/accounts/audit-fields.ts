/** Which fields of an administrator's change the affected member's data download shows. Product rules: A member's own data. */
import type { AuditAction } from '#schema/admin/audit-actions.ts';

interface AuditFields {
  shown?: readonly string[];
  /** Our costs and errors, other people's data, and what serves only our own work. */
  internal?: readonly string[];
}

const address = ['name', 'line1', 'line2', 'city', 'state', 'zip', 'country', 'phone'];
const heldRow = { shown: ['status', 'heldReason'] };
const dispute = { shown: ['amountCents', 'evidence'] };
const printOrder = {
  shown: ['reference', 'orderId', 'environment', 'cardSize', 'quantity', 'designUrl', 'status', 'service', 'resendOfId', 'hasNewCodes'],
  internal: ['priceCents', 'currency', 'quotes', 'isUnanswered'],
};
const review = {
  shown: ['review', 'status', 'activateBy', 'reviewQuestion', 'tokensReturned'],
};

/** The fields of `before` and `after` by action. The download leaves out those that are not listed, and a test fails for them. */
export const auditFields: Partial<Record<AuditAction, AuditFields>> = {
  'card.owner': { internal: ['ownerId'] },
  'card.status': { shown: ['status'] },
  'card.update': { shown: ['location', 'description', 'latitude', 'longitude'], internal: ['ownerId'] },
  'certificate.ask': review,
  'certificate.book': { shown: ['travelPlugId'] },
  'certificate.cancel': review,
  // The download has the traveler with the stay.
  'certificate.other_person': { internal: ['traveler'] },
  'certificate.pass': review,
  'certificate.refuse': review,
  'claim.decide': { shown: ['status', 'adminComment'] },
  'commission.hold': heldRow,
  'commission.refuse': heldRow,
  'commission.release': heldRow,
  'dispute.accept': dispute,
  'dispute.evidence': dispute,
  'event.retry': { shown: ['outcome'] },
  'event.settle': { shown: ['type', 'amountCents', 'currency'], internal: ['objectId', 'error'] },
  'keys.correct': { shown: ['treasureKeys', 'communityKeys'] },
  'mail.acknowledge': { internal: ['error'] },
  'mail.retry': { shown: ['template', 'status'], internal: ['attempts'] },
  'membership.cancel': { shown: ['membershipExpiresAt'] },
  'membership.end_grant': { shown: ['role', 'membershipExpiresAt'] },
  'membership.grant': { shown: ['role', 'membershipExpiresAt'] },
  'message.handle': { shown: ['state'] },
  'message.organize': { shown: ['tags'], internal: ['assigneeId', 'snoozedUntil'] },
  'message.reopen': { shown: ['state'] },
  'note.add': { shown: ['note'] },
  'note.remove': { shown: ['note', 'text'] },
  'order.address': { shown: address },
  'order.print_file': { shown: ['cards'] },
  'order.refund': { shown: ['paymentId', 'amountCents', 'why'] },
  'order.restore': { shown: ['kind', 'tier', 'quantity', 'amountCents'] },
  'payout.pay': { shown: ['status', 'commissions', 'chests', 'amountCents', 'reference', 'surplusCents'] },
  'payout.return': { shown: ['status', 'amountCents'] },
  'print.cancel': printOrder,
  'print.order': printOrder,
  'print.quote': printOrder,
  'print.submit': printOrder,
  'print.write_off': printOrder,
  'stay.correct_traveler': { internal: ['traveler', 'isConfirmedByMember'] },
  'stay.offer': { shown: ['place', 'arrival', 'departure'], internal: ['costCents'] },
  'tax_form.note': { shown: ['kind', 'receivedOn'] },
  'tokens.adjust': { shown: ['tokenBalance', 'amount'] },
  'tokens.forgive': { shown: ['owedTokens'] },
  'treasure_chest_payout.hold': heldRow,
  'treasure_chest_payout.refuse': heldRow,
  'treasure_chest_payout.release': heldRow,
  'user.let_back': { shown: ['isSuspended', 'suspendedReason'] },
  'user.referrer': { shown: ['referredById'] },
  'user.resume_emails': { shown: ['reason'], internal: ['detail'] },
  'user.suspend': { shown: ['isSuspended'], internal: ['suspendedByRole'] },
  'user.update': {
    shown: [
      ...['firstName', 'lastName', 'phone', 'address', 'city', 'state', 'zip', 'country', 'username', 'email', 'pendingEmail'],
      ...['wantsOptionalMail', 'deletionRequestedAt'],
    ],
  },
};

/** Returns the JSON object `values` of an audit entry without internal fields. */
export function shownAuditValues(action: string, values: string | null): string | null {
  if (values === null) return null;
  const shown = Object.hasOwn(auditFields, action) ? (auditFields[action as AuditAction]?.shown ?? []) : [];
  const stored: unknown = JSON.parse(values);
  const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  return JSON.stringify(Object.fromEntries(fields.filter(([name]) => shown.includes(name))));
}
