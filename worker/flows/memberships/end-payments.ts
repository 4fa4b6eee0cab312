/** Ends everything that could still charge a member: unpaid orders first, then all subscriptions. */

import type { PaymentDeps } from './deps.ts';
import { closeOrder, endSubscription } from './follow-up.ts';

/**
 * The final snapshot; undefined if an order cannot be closed because its payment is in progress. Throws PaymentProviderError if Stripe is
 * unreachable; whatever has already ended stays ended. Safe to repeat.
 */
export async function endPayments(deps: PaymentDeps, userId: number) {
  const { deletion, money } = deps.store;
  for (const order of await deletion.openOrders(userId)) await closeOrder(deps, order);
  // Checked before anything paid is ended: with a payment in progress, the account stays unchanged.
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  // One of the orders may have been paid after all, and now be a subscription.
  const { snapshot } = await money.load({ userId });
  const alive = snapshot?.account.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [];
  for (const { id } of alive) await endSubscription(deps, userId, id);
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  return (await money.load({ userId })).snapshot;
}
