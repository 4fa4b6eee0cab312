/**
 * Links in mails. Their tokens are derived from the mail's Message-ID with a secret key, so the outbox, which must know
 * them at delivery, holds nothing that opens a link: the database alone gives none away.
 */
import { base64url } from 'jose';
import { sha256 } from './random.ts';

/** The single-use token that the mail with this Message-ID carries. */
export async function linkToken(key: CryptoKey, messageId: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`link:${messageId}`));
  return base64url.encode(new Uint8Array(signature));
}

/** What is stored of that token. */
export async function linkTokenHash(key: CryptoKey, messageId: string): Promise<string> {
  return sha256(await linkToken(key, messageId));
}

/** The identity of a mail that carries a link. */
export async function newLinkedMail(key: CryptoKey, publicOrigin: string): Promise<{ messageId: string; tokenHash: string }> {
  const messageId = `<${crypto.randomUUID()}@${new URL(publicOrigin).hostname}>`;
  return { messageId, tokenHash: await linkTokenHash(key, messageId) };
}
