/** Email address validation. Separate from fields.ts so that pages without an email input do not load it. */
import * as v from 'valibot';

const emailMaxLength = 254;
const fullWidthOffset = 0xfee0;

/**
 * Cleans a typed or pasted email address: removes invisible characters and surrounding text, converts full-width characters, undoes
 * automatic capitalization, and converts the domain to lowercase ASCII (punycode). Does not validate the result.
 */
export function cleanEmail(text: string): string {
  const address = text
    .replace(/\p{DI}/gu, '')
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - fullWidthOffset))
    // Without the lookbehind, a long run of commas within the text would take the square of its length.
    .replace(/^(?:\s|<|mailto:)+|(?<![\s>,;.])[\s>,;.]+$/gi, '');
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at).replace(/^[A-Z](?=[^A-Z]*$)/, (letter) => letter.toLowerCase()) + toAsciiDomain(address.slice(at));
}

/**
 * Converts an international domain to ASCII. Other text is only converted to lowercase because the URL parser would also accept text that
 * is not a domain, such as a domain with a port.
 */
function toAsciiDomain(domain: string): string {
  const isInternational = /^[\p{L}\p{M}\p{N}.。｡-]+$/u.test(domain) && /[^\0-\x7f]/.test(domain);
  try {
    return isInternational ? new URL(`http://${domain}`).hostname : domain.toLowerCase();
  } catch {
    return domain;
  }
}

/**
 * Cleans and validates an email address. The domain must end with a top-level domain that starts with a letter, so `ada@gmail` and IP
 * addresses are rejected.
 */
export function email(message: string) {
  return v.pipe(
    v.string(message),
    v.transform(cleanEmail),
    v.maxLength(emailMaxLength, message),
    v.rfcEmail(message),
    // The limit of mail servers (RFC 5321).
    v.regex(/^.{1,64}@/, message),
    v.regex(/\.[a-z][a-z\d-]+$/, message),
  );
}
