import { toAsciiDigits } from '#schema/digits.ts';
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

/** Formats a card number from 0 to 9,999,999 as a card id, such as `TC-0000042`. */
export function formatCardId(number: number): string {
  return `TC-${String(number).padStart(7, '0')}`;
}

/** Applies the Crockford base32 decoding rules: ignores case and separators, reads O as 0, and I and L as 1. */
export function normalizeCardCode(input: string): string {
  return input
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

export interface CardText {
  /** The card id found in the text, or the trimmed text if it contains none. Check the result with `isCardId`. */
  cardId: string;
  code?: string;
}

/**
 * Parses the text of a QR code: a card's link or an id. The id must have its prefix because unrelated QR codes may contain plain numbers.
 */
export function parseQrText(text: string): CardText {
  return parseCard(text, true);
}

/** Parses typed or pasted text: a card's link, or an id such as `TC-1234567`, `tc 123 4567` or `1234567`. */
export function parseTypedCard(text: string): CardText {
  return parseCard(text, false);
}

export function normalizeCardId(input: string): string {
  return parseTypedCard(input).cardId;
}

/**
 * Parses a card's link or id. In a link, the id is the `cardId` or `id` parameter or the last path segment, with its prefix. The code is
 * the `k` parameter, if well-formed.
 */
function parseCard(text: string, needsPrefix: boolean): CardText {
  const url = findLink(text);
  const parameters = url?.searchParams;
  const idText = url ? parameters?.get('cardId') || parameters?.get('id') || url.pathname.replace(/^.*\/(?=.)/, '') : text;
  const cardId = readId(idText, needsPrefix || url !== undefined) ?? text.trim();
  const code = normalizeCardCode(parameters?.get('k') ?? '');
  return isCardCode(code) ? { cardId, code } : { cardId };
}

/**
 * Parses a card id. Accepts any case and separators (`ー` is a dash from Japanese keyboards), digits of other scripts, Cyrillic look-alikes,
 * O for 0, and I and L for 1.
 */
function readId(text: string, needsPrefix: boolean): string | undefined {
  const compact = toAsciiDigits(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]|ー/gu, '');
  const [, prefix, digits] = /^([T\u0422][C\u0421])?(?=\D*\d)([\dO\u041EIL]{7})$/.exec(compact) ?? [];
  return digits && (prefix || !needsPrefix) ? `TC-${digits.replace(/[O\u041E]/g, '0').replace(/\D/g, '1')}` : undefined;
}

/** Finds a link in the text, with or without a scheme. */
function findLink(text: string): URL | undefined {
  const link = /https?:\/\/[^\s<>"]+|^\s*[\w.-]+(?::\d+)?\/[^\s<>"]+/i.exec(text)?.[0].trim();
  return link ? parseUrl(/^https?:/i.test(link) ? link : `https://${link}`) : undefined;
}

/**
 * Returns the URL for a card's QR code. On printed cards, the URL includes the secret code; in `/api/qr` and on test cards, it does not.
 */
export function cardPageUrl(origin: string, cardId: string, code?: string): string {
  const url = `${origin}/card?id=${encodeURIComponent(cardId)}`;
  return code ? `${url}&k=${code}` : url;
}
