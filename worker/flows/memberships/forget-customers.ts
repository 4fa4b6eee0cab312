/** Has the payment provider forget who a member was, under every name that it has for them. */
import type { DueErasure } from '#worker/store/accounts/erasure.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';

/** What they paid stays, nameless. Safe to repeat: one that is gone already is no error. */
export async function forgetCustomers(
  { store, provider }: PaymentDeps,
  { userId, customerId, createdAt }: DueErasure,
  { email, account }: AccountSnapshot,
): Promise<void> {
  const found = await provider.customersOf({
    ...{ userId, userCreatedAt: createdAt, email },
    subscriptionIds: account.subscriptions.map(({ id }) => id),
    paymentIntentIds: await store.erasure.cardPayments(userId),
  });
  for (const id of new Set([...found, ...(customerId === null ? [] : [customerId])])) await provider.deleteCustomer(id);
  if (customerId !== null) await store.erasure.forgetCustomer(userId);
}
