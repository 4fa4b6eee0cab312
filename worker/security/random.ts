import { base64url } from 'jose';
import { codeAlphabet } from '#schema/cards/card-id.ts';
import { cardCodeLength } from '#schema/rules.ts';

const utf8 = new TextEncoder();

/** Returns 256 random bits as base64url. */
export function randomToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** Returns 8 random Crockford base32 characters (40 bits), for card codes and referral codes. */
export function randomCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(cardCodeLength))].map((byte) => codeAlphabet[byte % 32]).join('');
}

/** Returns the SHA-256 hash as base64url, which is stored instead of session ids and link tokens. */
export async function sha256(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text))));
}

/**
 * Returns a keyed hash (HMAC-SHA-256, 132 bits, base64url) of personal data that only needs to be compared, such as network and email
 * addresses. `purpose` separates kinds of data.
 */
export async function keyedHash(key: CryptoKey, purpose: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, utf8.encode(`${purpose}:${text}`));
  return base64url.encode(new Uint8Array(signature)).slice(0, 22);
}

/** Returns true for a pseudorandom sample of about one in `oneIn` inputs. Deterministic, but unpredictable without the key. */
export async function isDrawn(key: CryptoKey, purpose: string, text: string, oneIn: number): Promise<boolean> {
  const signature = await crypto.subtle.sign('HMAC', key, utf8.encode(`${purpose}:${text}`));
  return new DataView(signature).getUint32(0) % oneIn === 0;
}
