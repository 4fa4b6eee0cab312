/** Ends everything by which a member could still be charged: unpaid orders first, then every subscription. */

import type { PaymentDeps } from './deps.ts';
import { closeOrder, endSubscription } from './follow-up.ts';

/**
 * The member's money once all has ended, or undefined where an order cannot be closed because its payment is under way.
 * Throws PaymentProviderError where Stripe cannot be reached; what it ended before stays ended. Safe to repeat.
 */
export async function endPayments(deps: PaymentDeps, userId: number) {
  const { deletion, money } = deps.store;
  for (const order of await deletion.openOrders(userId)) await closeOrder(deps, order);
  // Before anything ends that is paid for: with a payment under way the account stays as it is.
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  // One of them may have been paid after all, and is a subscription now.
  const { snapshot } = await money.load({ userId });
  const alive = snapshot?.account.subscriptions.filter(({ endedAt }) => endedAt === null) ?? [];
  for (const { id } of alive) await endSubscription(deps, userId, id);
  if ((await deletion.openOrders(userId)).length > 0) return undefined;
  return (await money.load({ userId })).snapshot;
}
