const cardIdPattern = /^TC-\d{7}$/;
const cardCodePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Alphabet of card and referral codes: Crockford base32, without I, L, O and U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function isCardId(value: string): boolean {
  return cardIdPattern.test(value);
}

export function isCardCode(value: string): boolean {
  return cardCodePattern.test(value);
}

/** `number`: 0 to 9,999,999. */
export function formatCardId(number: number): string {
  return `TC-${String(number).padStart(7, '0')}`;
}

/** `tc-12 34567` and `1234567` become `TC-1234567`; other text is only trimmed. */
export function normalizeTypedCardId(input: string): string {
  const compact = input
    .trim()
    .toUpperCase()
    .replace(/[\s–—_-]+/g, '');
  const digits = compact.startsWith('TC') ? compact.slice(2) : compact;
  return /^\d{7}$/.test(digits) ? `TC-${digits}` : input.trim();
}

/** Crockford base32 decoding rules: ignores case and separators, reads O as 0, I and L as 1. */
export function normalizeCardCode(input: string): string {
  return input.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

export interface ScannedText {
  /** A card id, or the raw text if it contains none: check with `isCardId`. */
  cardId: string;
  code?: string;
}

/**
 * Reads card id and code from the text of a QR code. The id is a `cardId` or `id` parameter of a URL, a last path segment starting with
 * `TC-`, a raw `TC-` string, or else the raw text. The code is the `k` parameter, if well-formed.
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

/** The URL in a card's QR code: printed cards include the secret code; `/api/qr` and test cards do not. */
export function cardPageUrl(origin: string, cardId: string, code?: string): string {
  const url = `${origin}/card?id=${encodeURIComponent(cardId)}`;
  return code ? `${url}&k=${code}` : url;
}
