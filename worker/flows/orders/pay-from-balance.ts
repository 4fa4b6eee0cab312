/** Starts a membership that is paid entirely from the member's Stripe balance, after the member has confirmed its terms. */
import { secondsPerHour } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { type CheckoutRefusal, decideCheckout, type Purchase } from '#worker/domain/orders/checkout.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { parseStripeObject, reconcileOrder } from '#worker/flows/memberships/follow-up.ts';
import type { ReconciledObject } from '#worker/flows/memberships/reconcile-object.ts';
import type { OrderRow } from '#worker/store/orders/orders.ts';
import { orderToPay } from './open-checkout.ts';

type Refusal = { reason: 'payments_being_checked'; retryAfterSeconds: number } | CheckoutRefusal | 'not_signed_in' | 'not_covered';

/**
 * Concurrent calls create only one subscription, because they share an idempotency key. If a response was lost, the balance is already used
 * and the retry finds the subscription. Returns null if the order is no longer open.
 */
export async function payFromBalance(
  deps: PaymentDeps,
  caller: Caller,
  { id, tier }: OrderRow,
  visitorAddress: string | null,
): Promise<Result<ReconciledObject | null, Refusal>> {
  if (tier === null) return err('not_covered');
  const purchase: Purchase = { kind: 'membership', tier };
  const { member, customerId, account, open, isChecked } = await deps.store.checkouts.load(caller, purchase, deps.now);
  if (!member) return err('not_signed_in');
  if (open?.order.id !== id) return ok(null);
  if (!isChecked) return err({ reason: 'payments_being_checked', retryAfterSeconds: secondsPerHour });
  const plan = decideCheckout(purchase, member.role, account, deps.now);
  if (!plan.ok) return plan;
  const { order } = open;
  if (plan.value.kind === 'renewal' || customerId === null || order.expiresAt <= deps.now) return err('not_covered');
  let { stripeSubscriptionId } = order;
  if (!parseStripeObject(order) && (await deps.provider.credit(customerId)) >= order.amountCents) {
    const payableOrder = orderToPay(order, { member, customerId, description: plan.value.price.description });
    try {
      const subscription = await deps.provider.openMembership({ ...payableOrder, tier, visitorAddress });
      stripeSubscriptionId = subscription.subscriptionId;
      await deps.store.orderPayments.attach(order, subscription);
    } catch (error) {
      // Stripe returns the same error again for the same idempotency key, so the next attempt needs a new one.
      if (error instanceof PaymentProviderError && error.hasResponse) await deps.store.orderPayments.startNewAttempt(order);
      throw error;
    }
  }
  const reconcileResult = await reconcileOrder(deps, { ...order, stripeSubscriptionId });
  const isPaid =
    reconcileResult?.ok && reconcileResult.value.account.orders.some((candidate) => candidate.id === id && candidate.status !== 'open');
  return isPaid ? ok(reconcileResult.value) : err('not_covered');
}
