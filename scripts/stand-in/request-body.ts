/** The body of a request to a stand-in. */
import type { IncomingMessage } from 'node:http';

export class BodyTooLong extends Error {}

/** The whole body as text; throws BodyTooLong as soon as it is longer than the limit. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw new BodyTooLong('Too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
