/** Tokens of the links in mails, and Message-IDs. */
import { randomToken, sha256 } from './random.ts';

/** A fresh single-use token and the hash that is stored of it. */
export async function newLink(): Promise<{ token: string; tokenHash: string }> {
  const token = randomToken();
  return { token, tokenHash: await sha256(token) };
}

/** The Message-ID a mail keeps through every delivery attempt. */
export function newMessageId(publicOrigin: string): string {
  return `<${crypto.randomUUID()}@${new URL(publicOrigin).hostname}>`;
}
