/** Events from Cloudflare's Email Service, delivered through a queue (docs/deploying.md). Only the fields used here are validated. */
import * as v from 'valibot';
import type { BounceReason } from '#schema/messages/bounce.ts';

const Message = v.object({
  type: v.string(),
  payload: v.object({
    recipient: v.string(),
    bounce: v.optional(v.object({ type: v.string(), reason: v.optional(v.string()) })),
  }),
});

export interface Undelivered {
  address: string;
  reason: BounceReason;
  /** Response of the recipient's mail server; null if unknown. */
  detail: string | null;
}

/**
 * Parses a hard bounce or a complaint. Returns undefined for other events, such as a delivery or a full mailbox (a soft bounce), and for
 * unknown data.
 */
export function parseMailEvent(body: unknown): Undelivered | undefined {
  const result = v.safeParse(Message, body);
  if (!result.success) return undefined;
  const { type, payload } = result.output;
  const { recipient: address, bounce } = payload;
  if (type === 'cf.email.sending.message.complained') return { address, reason: 'complained', detail: null };
  const isHard = type === 'cf.email.sending.message.bounced' && bounce?.type === 'hard';
  return isHard ? { address, reason: 'bounced', detail: bounce.reason ?? null } : undefined;
}
