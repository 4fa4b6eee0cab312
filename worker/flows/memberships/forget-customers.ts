import type { DueErasure } from '#worker/store/accounts/erasure.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';

/** Anonymizes all of the member's Stripe customer records; their payments remain, without a name. Safe to repeat. */
export async function forgetCustomers(
  { store, provider }: PaymentDeps,
  { userId, customerId, createdAt }: DueErasure,
  { email, account }: AccountSnapshot,
): Promise<void> {
  const customerIds = await provider.findCustomers({
    ...{ userId, userCreatedAt: createdAt, email },
    subscriptionIds: account.subscriptions.map(({ id }) => id),
    paymentIntentIds: await store.erasure.cardPayments(userId),
  });
  for (const id of new Set([...customerIds, ...(customerId === null ? [] : [customerId])])) await provider.deleteCustomer(id);
  if (customerId !== null) await store.erasure.forgetCustomer(userId);
}
