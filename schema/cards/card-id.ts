import { parseUrl } from '#schema/parse-url.ts';

const cardIdPattern = /^TC-\d{7}$/;
const cardCodePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Alphabet of card and referral codes: Crockford base32, which omits I, L, O and U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function isCardId(value: string): boolean {
  return cardIdPattern.test(value);
}

export function isCardCode(value: string): boolean {
  return cardCodePattern.test(value);
}

/** Formats a card number from 0 to 9,999,999. */
export function formatCardId(number: number): string {
  return `TC-${String(number).padStart(7, '0')}`;
}

/** Turns `tc-12 34567` and `1234567` into `TC-1234567`; trims any other input. */
export function normalizeTypedCardId(input: string): string {
  const compact = input
    .trim()
    .toUpperCase()
    .replace(/[\s–—_-]+/g, '');
  const digits = compact.startsWith('TC') ? compact.slice(2) : compact;
  return /^\d{7}$/.test(digits) ? `TC-${digits}` : input.trim();
}

/** Applies the Crockford base32 decoding rules: ignores case and separators, reads O as 0, and I and L as 1. */
export function normalizeCardCode(input: string): string {
  return input.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

export interface ScannedText {
  /** The card id, or the raw text if it contains none. Check with `isCardId`. */
  cardId: string;
  code?: string;
}

/**
 * Extracts the card id and code from the text of a QR code. The id comes from the `cardId` or `id` parameter of a URL, a last path segment
 * starting with `TC-`, or a plain `TC-` string; otherwise it is the raw text. The code is the `k` parameter, if well-formed.
 */
export function parseQrText(text: string): ScannedText {
  const raw = text.trim();
  const url = /^https?:\/\//i.test(raw) ? parseUrl(raw) : undefined;
  if (!url) return { cardId: raw.startsWith('tc-') ? raw.toUpperCase() : raw };
  const cardIdParameter = url.searchParams.get('cardId') || url.searchParams.get('id');
  const lastSegment = url.pathname.split('/').filter(Boolean).at(-1);
  const cardId = cardIdParameter || (lastSegment?.startsWith('TC-') ? lastSegment : undefined);
  if (!cardId) return { cardId: raw };
  const code = normalizeCardCode(url.searchParams.get('k') ?? '');
  return isCardCode(code) ? { cardId: cardId.trim(), code } : { cardId: cardId.trim() };
}

/** Returns the URL for a card's QR code. Printed cards include the secret code; `/api/qr` and test cards do not. */
export function cardPageUrl(origin: string, cardId: string, code?: string): string {
  const url = `${origin}/card?id=${encodeURIComponent(cardId)}`;
  return code ? `${url}&k=${code}` : url;
}
