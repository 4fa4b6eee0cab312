/** Links in emails. Their tokens are derived from the Message-ID with a secret key, so the outbox contains no usable links. */
import { base64url } from 'jose';
import { sha256 } from './random.ts';

/** Returns the single-use token for the email with this Message-ID. */
export async function linkToken(key: CryptoKey, messageId: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`link:${messageId}`));
  return base64url.encode(new Uint8Array(signature));
}

/** Returns the stored hash of the token for the email with this Message-ID. */
export async function linkTokenHash(key: CryptoKey, messageId: string): Promise<string> {
  return sha256(await linkToken(key, messageId));
}

export async function newLinkedMail(key: CryptoKey, publicOrigin: string): Promise<{ messageId: string; tokenHash: string }> {
  const messageId = `<${crypto.randomUUID()}@${new URL(publicOrigin).hostname}>`;
  return { messageId, tokenHash: await linkTokenHash(key, messageId) };
}
