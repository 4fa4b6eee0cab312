import { toHexadecimal } from '#worker/domain/hexadecimal.ts';

/**
 * Names one attempt at one thing for one order or refund. Hashed: Stripe keeps and shows keys, and what one is made of may be
 * personal. `more`: what else a repetition must have alike, or Stripe refuses the key.
 */
export async function idempotencyKey(
  purpose: 'customer' | 'payment' | 'membership' | 'credit' | 'refund',
  order: { reference: string; attempt: number },
  ...more: string[]
): Promise<string> {
  const text = [purpose, order.reference, order.attempt, ...more].join('\n');
  return toHexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
