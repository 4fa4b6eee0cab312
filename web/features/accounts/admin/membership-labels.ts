import type { Membership } from '#schema/memberships/membership.ts';
import { date } from '#web/lib/format.ts';

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const;

export function membershipLabels(membership: Membership): string {
  return membership.dispute ? `${describeState(membership)} A payment is in dispute.` : describeState(membership);
}

function describeState({ tier, state, paidUntil, graceUntil }: Membership): string {
  const until = paidUntil === null ? '' : date(paidUntil);
  switch (state) {
    case 'free':
      return 'No membership.';
    case 'granted':
      return `${tierNames[tier]}, granted until ${until}.`;
    case 'cancelling':
      return `${tierNames[tier]}, paid until ${until}, won’t renew.`;
    case 'grace':
      return `${tierNames[tier]}: renewal failed, continues until ${graceUntil === null ? until : date(graceUntil)}.`;
    case 'renewing':
      return `${tierNames[tier]}, was to renew on ${until}, not charged yet.`;
    case 'active':
      return `${tierNames[tier]}, renews on ${until}.`;
  }
}
