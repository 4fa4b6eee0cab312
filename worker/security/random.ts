import { base64url } from 'jose';
import { codeAlphabet } from '#schema/cards/card-id.ts';
import { cardCodeLength } from '#schema/rules.ts';

const utf8 = new TextEncoder();

/** 256 bits, base64url. */
export function randomToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/** 8 characters of Crockford base32 (40 bits): card codes and referral codes. */
export function randomCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(cardCodeLength))].map((byte) => codeAlphabet[byte % 32]).join('');
}

/** Base64url hash, stored instead of session ids and link tokens. */
export async function sha256(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text))));
}

/**
 * Keyed hash (HMAC-SHA-256, 132 bits, base64url) of personal data that only needs to be compared: addresses, emails. `purpose` separates
 * kinds.
 */
export async function keyedHash(key: CryptoKey, purpose: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, utf8.encode(`${purpose}:${text}`));
  return base64url.encode(new Uint8Array(signature)).slice(0, 22);
}
