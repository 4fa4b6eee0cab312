/** Mailed links. Tokens are derived from the Message-ID with a secret key, so that the outbox contains nothing that opens a link. */
import { base64url } from 'jose';
import { sha256 } from './random.ts';

/** Single-use token of the mail with this Message-ID. */
export async function linkToken(key: CryptoKey, messageId: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`link:${messageId}`));
  return base64url.encode(new Uint8Array(signature));
}

/** The stored hash of that token. */
export async function linkTokenHash(key: CryptoKey, messageId: string): Promise<string> {
  return sha256(await linkToken(key, messageId));
}

export async function newLinkedMail(key: CryptoKey, publicOrigin: string): Promise<{ messageId: string; tokenHash: string }> {
  const messageId = `<${crypto.randomUUID()}@${new URL(publicOrigin).hostname}>`;
  return { messageId, tokenHash: await linkTokenHash(key, messageId) };
}
