import type { MatchKind, SearchResult } from '#schema/admin/search.ts';
import { stateText } from '#web/features/admin/cells.tsx';

const matchLabels: Record<MatchKind, string | null> = {
  // These matches have no label because the result's title already contains the number or id that matched.
  number: null,
  card_id: null,
  certificate_number: null,
  email: 'by email address',
  phone: 'by phone number',
  paypal_address: 'by PayPal address',
  username: 'by username',
  referral_code: 'by referral code',
  reference: 'by reference',
  tracking: 'by tracking number',
  stripe: 'by Stripe ID',
  name: null,
  text: 'in the text',
};

export function getResultTitle({ kind, id, name }: SearchResult): string {
  switch (kind) {
    case 'member':
      return name === null ? `Member ${id}` : `Member ${id}: ${name}`;
    case 'card':
      return name === null ? `Card ${id}` : `Card ${id}: ${name}`;
    case 'order':
      return `Order ${id}: ${name === 'membership' ? 'membership' : 'Cache Cards'}`;
    case 'certificate':
      return `Certificate ${name}`;
    case 'claim':
      return `Claim ${id} on ${name}`;
    case 'message':
      return `Message ${id} from ${name}`;
    case 'payment':
      return `Payment ${id}: ${name}`;
    case 'run':
      return name === null ? `Payout run ${id}` : `Line ${name} of payout run ${id}`;
    case 'dispute':
      return `Dispute ${name}`;
    case 'event':
      return `Stripe event ${name}`;
  }
}

export function getResultDetails({ email, state, by }: SearchResult): string {
  return [email, state && stateText(state), matchLabels[by]].filter(Boolean).join(', ');
}
