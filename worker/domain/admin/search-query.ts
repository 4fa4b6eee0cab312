/** Interprets search text as numbers, emails or ids. One text can have several meanings. */
import { formatCardId, isCardId, normalizeCardId } from '#schema/cards/card-id.ts';
import { cleanEmail } from '#schema/email-address.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { nameKey, phoneKey } from '#worker/domain/accounts/search-keys.ts';

export type NumberedNoun = 'order' | 'member' | 'claim' | 'message' | 'payout' | 'run' | 'commission' | 'chest' | 'decision' | 'entry';

export type ParsedSearch =
  /** A number such as `Order 4`, `#31` or `4`; `of` is null if the text does not name a kind of record. */
  | {
      kind: 'number';
      of: NumberedNoun | null;
      number: number;
    }
  /** A card id as printed on the card, such as `TC-0000031`. */
  | {
      kind: 'card';
      cardId: string;
    }
  | {
      kind: 'certificate';
      number: string;
    }
  | {
      kind: 'email';
      emailKey: string;
    }
  /** The reference of a payout run's line, such as `CC-7-1042`, as it appears in PayPal's file and report. */
  | {
      kind: 'payout_line';
      runId: number;
      lineId: number;
    }
  /** A Stripe object id, which is case-sensitive. */
  | {
      kind: 'stripe';
      id: string;
    }
  | {
      kind: 'tracking';
      number: string;
    }
  /** A phone number, as `phoneKey` stores it. */
  | {
      kind: 'phone';
      key: string;
    };

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

/** Returns the possible meanings, likeliest first; empty if the text consists only of words. */
export function readSearch(text: string): ParsedSearch[] {
  const query = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const ids = [parseCardId(query), parseCertificateNumber(query), parsePayoutLine(query), parseEmail(query), parseStripeId(query)].filter(
    (id) => id !== undefined,
  );
  // Almost any text could be a tracking number, so interpret it as one only if it matches no other id.
  const parcel = ids.length === 0 ? parseTrackingNumber(query) : undefined;
  return [...ids, ...parseNumbers(query), ...(parcel ? [parcel] : []), ...parsePhone(query)];
}

/** Words of a name that are rotated to find members by two of their three names. */
const maxRotatedWords = 4;

/**
 * Returns the beginnings of names that the text can mean, as `nameKey` stores them: `Lovelace, Ada` can be `lovelace ada` and `ada
 * lovelace`. Empty if the text has no letters or is an email.
 */
export function readNames(text: string): string[] {
  if (text.includes('@') || !/\p{L}/u.test(text)) return [];
  const key = nameKey(text);
  const words = key.split(' ');
  if (words.length < 2 || words.length > maxRotatedWords) return [key];
  return words.map((_, start) => [...words.slice(start), ...words.slice(0, start)].join(' '));
}

/** Accepts up to 15 digits, the maximum length of an id. A number that begins with zeros is a card id and no other. */
function parseNumbers(query: string): ParsedSearch[] {
  const [, prefix = '', digits] = /^([a-z ]*?) ?(?:#|no\.? ?|nr\.? ?)? ?(\d{1,15})$/i.exec(query) ?? [];
  const noun = prefix.toLowerCase();
  if (digits === undefined) return [];
  const number = Number(digits);
  if (noun === 'card') return number < 10_000_000 ? [{ kind: 'card', cardId: formatCardId(number) }] : [];
  if (noun !== '') return Object.hasOwn(nouns, noun) ? [{ kind: 'number', of: nouns[noun] ?? null, number }] : [];
  if (digits.startsWith('0') && digits.length > 1) return digits.length < 7 ? [{ kind: 'card', cardId: formatCardId(number) }] : [];
  const unqualifiedNumber: ParsedSearch = { kind: 'number', of: null, number };
  // Up to six digits may be a card id without its prefix and leading zeros.
  return digits.length < 7 ? [unqualifiedNumber, { kind: 'card', cardId: formatCardId(number) }] : [unqualifiedNumber];
}

function parseCardId(query: string): ParsedSearch | undefined {
  const cardId = normalizeCardId(query);
  return isCardId(cardId) ? { kind: 'card', cardId } : undefined;
}

function parseCertificateNumber(query: string): ParsedSearch | undefined {
  const [, first, last] = /^VC[ -]?([0-9A-Z]{4})[ -]?([0-9A-Z]{4})$/i.exec(query) ?? [];
  return first && last ? { kind: 'certificate', number: `VC-${first}-${last}`.toUpperCase() } : undefined;
}

function parsePayoutLine(query: string): ParsedSearch | undefined {
  const [, run, line] = /^CC-(\d{1,15})-(\d{1,15})$/i.exec(query) ?? [];
  return run && line ? { kind: 'payout_line', runId: Number(run), lineId: Number(line) } : undefined;
}

function parseEmail(query: string): ParsedSearch | undefined {
  const email = cleanEmail(query);
  return /^[^\s@]+@[^\s@]+$/.test(email) ? { kind: 'email', emailKey: comparisonKey(email) } : undefined;
}

function parseStripeId(query: string): ParsedSearch | undefined {
  return stripeId.test(query) ? { kind: 'stripe', id: query } : undefined;
}

function parseTrackingNumber(query: string): ParsedSearch | undefined {
  const number = query.replace(/[ -]/g, '').toUpperCase();
  return /^(?=.*\d{4})[0-9A-Z]{8,40}$/.test(number) ? { kind: 'tracking', number } : undefined;
}

/** Phone numbers have 6 to 15 digits, not counting leading zeros. */
function parsePhone(query: string): ParsedSearch[] {
  if (!/^\+?[\d\s()./–-]+$/.test(query)) return [];
  const key = phoneKey(query);
  return /^\d{6,15}$/.test(key) ? [{ kind: 'phone', key }] : [];
}
