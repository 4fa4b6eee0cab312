import type { Membership } from '#schema/memberships/membership.ts';
import { date } from '#web/lib/format.ts';

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const;

export function membershipLabels({ tier, state, paidUntil, graceUntil }: Membership): string {
  const until = paidUntil === null ? '' : date(paidUntil);
  switch (state) {
    case 'free':
      return 'No membership is running.';
    case 'granted':
      return `${tierNames[tier]}, given until ${until}.`;
    case 'cancelling':
      return `${tierNames[tier]}, paid until ${until}, then free.`;
    case 'grace':
      return `${tierNames[tier]}; the renewal failed, and it goes on until ${graceUntil === null ? until : date(graceUntil)}.`;
    case 'active':
      return `${tierNames[tier]}, paid until ${until}, then renewed.`;
  }
}
