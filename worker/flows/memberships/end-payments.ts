/** Ends everything that could still charge a member: unpaid orders first, then all subscriptions. */

import type { PaymentDeps } from './deps.ts';
import { closeOrder, endSubscription } from './follow-up.ts';

/**
 * Returns the updated account, or undefined if an order cannot be closed because its payment is in progress. Throws PaymentProviderError if
 * Stripe is unreachable; anything already ended stays ended. Safe to repeat.
 */
export async function endPayments(deps: PaymentDeps, userId: number) {
  const { deletion, money } = deps.store;
  for (const order of await deletion.openOrders(userId)) await closeOrder(deps, order);
  // Check for open orders before ending any paid subscription so that the account stays unchanged while a payment is in progress.
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  // Reload the account because an order may have been paid in the meantime and become a subscription.
  const { snapshot } = await money.load({ userId });
  const liveSubscriptions = snapshot?.account.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [];
  for (const { id } of liveSubscriptions) await endSubscription(deps, userId, id);
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  return (await money.load({ userId })).snapshot;
}
