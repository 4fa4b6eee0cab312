/** Addresses that receive replies to a conversation. Email addresses ignore case, so the signature is hexadecimal. */
import { constantTimeEqual } from './constant-time.ts';
import { firstAccepted } from './first-accepted.ts';

const signatureBytes = 16;

/** Returns an address such as `31-0a1b…@reply.example.com`. */
export async function replyAddress(key: CryptoKey, domain: string, conversationId: number): Promise<string> {
  return `${conversationId}-${await sign(key, conversationId)}@${domain}`;
}

/** Returns the conversation's id, or undefined if we did not sign the address. */
export async function readReplyAddress(keys: readonly CryptoKey[], domain: string, address: string): Promise<number | undefined> {
  const [, digits, signature, host] = /^(\d{1,15})-([0-9a-f]{32})@([a-z0-9.-]+)$/.exec(address.trim().toLowerCase()) ?? [];
  if (digits === undefined || signature === undefined || host !== domain) return undefined;
  const id = Number(digits);
  return firstAccepted(keys, async (key) => (constantTimeEqual(await sign(key, id), signature) ? id : undefined));
}

async function sign(key: CryptoKey, conversationId: number): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`reply:${conversationId}`));
  return [...new Uint8Array(signature).slice(0, signatureBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
