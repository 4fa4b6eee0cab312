/** Interprets a search text as numbers, addresses or ids; it may match several. */
import { formatCardId, isCardId, normalizeTypedCardId } from '#schema/cards/card-id.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';

export type NumberedNoun = 'order' | 'member' | 'claim' | 'message' | 'payout' | 'run' | 'commission' | 'chest' | 'decision' | 'entry';

export type SearchMeaning =
  /** `Order 4`, `#31`, `4`; `of` is null if the text does not name the kind. */
  | { kind: 'number'; of: NumberedNoun | null; number: number }
  /** As printed: `TC-0000031`. */
  | { kind: 'card'; cardId: string }
  | { kind: 'certificate'; number: string }
  | { kind: 'email'; emailKey: string }
  /** `CC-7-1042`: line of a payout run, as in PayPal's file and report. */
  | { kind: 'payout_line'; runId: number; lineId: number }
  /** Stripe object id; case-sensitive. */
  | { kind: 'stripe'; id: string }
  /** Tracking number: upper case, without spaces. */
  | { kind: 'tracking'; number: string };

const nouns: Record<string, NumberedNoun> = {
  order: 'order',
  member: 'member',
  user: 'member',
  claim: 'claim',
  message: 'message',
  payout: 'payout',
  'payout run': 'run',
  run: 'run',
  commission: 'commission',
  chest: 'chest',
  decision: 'decision',
  entry: 'entry',
};

const stripePrefixes = ['cus', 'sub', 'pi', 'in', 'cs', 'evt', 'ch', 're', 'dp', 'du', 'py', 'pm', 'pyr', 'il', 'si', 'txn'];
const stripeId = new RegExp(`^(?:${stripePrefixes.join('|')})_[A-Za-z0-9_]{6,250}$`);

/** Likeliest first; empty if the text is only words. */
export function readSearch(text: string): SearchMeaning[] {
  const query = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const ids = [parseCardId(query), parseCertificateNumber(query), parsePayoutLine(query), parseEmail(query), parseStripeId(query)].filter(
    (id) => id !== undefined,
  );
  // Tracking numbers have hardly any format: only considered if no other id matches.
  const parcel = ids.length === 0 ? parseTrackingNumber(query) : undefined;
  return [...ids, ...parseNumbers(query), ...(parcel ? [parcel] : [])];
}

/** Ids have at most 15 digits. */
function parseNumbers(query: string): SearchMeaning[] {
  const [, prefix = '', digits] = /^([a-z ]*?) ?(?:#|no\.? ?|nr\.? ?)? ?(\d{1,15})$/i.exec(query) ?? [];
  const noun = prefix.toLowerCase();
  if (digits === undefined) return [];
  const number = Number(digits);
  if (noun === 'card') return number < 10_000_000 ? [{ kind: 'card', cardId: formatCardId(number) }] : [];
  if (noun !== '') return Object.hasOwn(nouns, noun) ? [{ kind: 'number', of: nouns[noun] ?? null, number }] : [];
  const bare: SearchMeaning = { kind: 'number', of: null, number };
  // Seven digits may be a card id without its prefix.
  return digits.length < 7 ? [bare, { kind: 'card', cardId: formatCardId(number) }] : [bare];
}

function parseCardId(query: string): SearchMeaning | undefined {
  const cardId = normalizeTypedCardId(query);
  return isCardId(cardId) ? { kind: 'card', cardId } : undefined;
}

function parseCertificateNumber(query: string): SearchMeaning | undefined {
  const [, first, last] = /^VC[ -]?([0-9A-Z]{4})[ -]?([0-9A-Z]{4})$/i.exec(query) ?? [];
  return first && last ? { kind: 'certificate', number: `VC-${first}-${last}`.toUpperCase() } : undefined;
}

function parsePayoutLine(query: string): SearchMeaning | undefined {
  const [, run, line] = /^CC-(\d{1,15})-(\d{1,15})$/i.exec(query) ?? [];
  return run && line ? { kind: 'payout_line', runId: Number(run), lineId: Number(line) } : undefined;
}

function parseEmail(query: string): SearchMeaning | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(query) ? { kind: 'email', emailKey: comparisonKey(query) } : undefined;
}

function parseStripeId(query: string): SearchMeaning | undefined {
  return stripeId.test(query) ? { kind: 'stripe', id: query } : undefined;
}

function parseTrackingNumber(query: string): SearchMeaning | undefined {
  const number = query.replace(/[ -]/g, '').toUpperCase();
  return /^(?=.*\d{4})[0-9A-Z]{8,40}$/.test(number) ? { kind: 'tracking', number } : undefined;
}
