import { toHexadecimal } from '#worker/domain/hexadecimal.ts';

/**
 * Stripe idempotency key of one attempt for an order or refund. Hashed, because Stripe stores and shows keys and the parts may be personal.
 * `more`: other parameters a retry must repeat, or Stripe refuses the key.
 */
export async function idempotencyKey(
  purpose: 'customer' | 'payment' | 'membership' | 'credit' | 'refund',
  order: { reference: string; attempt: number },
  ...moreParts: string[]
): Promise<string> {
  const text = [purpose, order.reference, order.attempt, ...moreParts].join('\n');
  return toHexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
