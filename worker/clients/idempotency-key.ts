import { toHexadecimal } from '#worker/domain/hexadecimal.ts';

/**
 * Creates the Stripe idempotency key for one attempt at an order or refund. The key is hashed, because Stripe stores and displays keys and
 * the parts may contain personal data. `moreParts` lists other parameters that a retry must repeat, because Stripe rejects a key that is
 * reused with different parameters.
 */
export async function idempotencyKey(
  purpose: 'customer' | 'payment' | 'membership' | 'credit' | 'refund' | 'dispute',
  order: { reference: string; attempt: number },
  ...moreParts: string[]
): Promise<string> {
  const text = [purpose, order.reference, order.attempt, ...moreParts].join('\n');
  return toHexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
