import type { Account } from '#scripts/fakes/stripe/account.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';

/** Rejects a payment method that is detached or belongs to another customer. */
export function requireOwnMethod({ store }: Account, customer: string | null, id: string, param: string): void {
  if (store.get('payment_method', id, param).customer === customer) return;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw badRequest(message, { code: 'resource_missing', param });
}
