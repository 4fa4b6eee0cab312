/** Card ids: `TC-` plus 7 digits, and what a QR code of ours may hold. */

const cardIdPattern = /^TC-\d{7}$/;
const cardCodePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** The characters of card and referral codes: Crockford base32, without I, L, O and U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function isCardId(value: string): boolean {
  return cardIdPattern.test(value);
}

export function isCardCode(value: string): boolean {
  return cardCodePattern.test(value);
}

/** Card id for a number from 0 to 9,999,999. */
export function formatCardId(number: number): string {
  return `TC-${String(number).padStart(7, '0')}`;
}

/** What a person typed, made comparable: `tc-12 34567` and `1234567` become `TC-1234567`; anything else comes back trimmed. */
export function normalizeTypedCardId(typed: string): string {
  const compact = typed
    .trim()
    .toUpperCase()
    .replace(/[\s–—_-]+/g, '');
  const digits = compact.startsWith('TC') ? compact.slice(2) : compact;
  return /^\d{7}$/.test(digits) ? `TC-${digits}` : typed.trim();
}

/** Crockford base32 as people type it: case ignored, O read as 0, I and L as 1, separators dropped. */
export function normalizeCardCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

export interface ScannedText {
  /** A card id, or the raw text where none could be read out of it: check with `isCardId`. */
  cardId: string;
  code?: string;
}

/**
 * QR text -> card id and code. Accepted: a `cardId` or `id` query parameter of a URL, a last path segment that starts
 * with `TC-`, a raw `TC-` string; otherwise the raw text. The code is the `k` parameter where it is well-formed.
 */
export function parseQrText(text: string): ScannedText {
  const raw = text.trim();
  const url = parseUrl(raw);
  if (!url) return { cardId: raw.startsWith('tc-') ? raw.toUpperCase() : raw };
  const cardIdParameter = url.searchParams.get('cardId') || url.searchParams.get('id');
  const lastSegment = url.pathname.split('/').filter(Boolean).at(-1);
  const cardId = cardIdParameter || (lastSegment?.startsWith('TC-') ? lastSegment : undefined);
  if (!cardId) return { cardId: raw };
  const code = normalizeCardCode(url.searchParams.get('k') ?? '');
  return isCardCode(code) ? { cardId: cardId.trim(), code } : { cardId: cardId.trim() };
}

function parseUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The address a card's QR encodes. With the code it is what we print for members; without, what `/api/qr` and test cards carry. */
export function cardPageUrl(origin: string, cardId: string, code?: string): string {
  const url = `${origin}/card?id=${encodeURIComponent(cardId)}`;
  return code ? `${url}&k=${code}` : url;
}
