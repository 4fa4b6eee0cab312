/** Ends everything that could still charge a member: unpaid orders first, then all subscriptions. */

import type { PaymentDeps } from './deps.ts';
import { closeOrder, endSubscription } from './follow-up.ts';

/**
 * Returns the updated account, or undefined if an order cannot be closed because its payment is in progress. Throws PaymentProviderError if
 * Stripe is unreachable; anything already ended stays ended. Safe to repeat.
 */
export async function endPayments(deps: PaymentDeps, userId: number) {
  const { deletion, money } = deps.store;
  const openOrders = await deletion.openOrders(userId);
  for (const order of openOrders) await closeOrder(deps, order);
  // Check for open orders before ending any paid subscription so that the account stays unchanged while a payment is in progress.
  if (openOrders.length > 0 && (await deletion.openOrders(userId)).length > 0) return undefined;
  // Load the account afterwards because an order may have been paid in the meantime and become a subscription.
  const { snapshot } = await money.load({ userId });
  const liveSubscriptions = snapshot?.account.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [];
  if (liveSubscriptions.length === 0) return snapshot;
  for (const { id } of liveSubscriptions) await endSubscription(deps, userId, id);
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  return (await money.load({ userId })).snapshot;
}
