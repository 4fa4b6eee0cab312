/**
 * Finishes an account's pending work in Stripe: ends superseded or refunded subscriptions, refunds double payments, and closes orders that
 * can no longer be paid. This work is derived from database rows, so `reconcile-payments` can finish anything left over.
 */
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { describeError, logWarning } from '#worker/log.ts';
import type { DueOrder } from '#worker/store/memberships/due-work.ts';
import { reconcileTime } from './commit-account.ts';
import type { PaymentDeps } from './deps.ts';
import { type ReconciledObject, reconcileObject } from './reconcile-object.ts';

/** Recomputes the commissions for referred members, then performs the account's pending Stripe operations. The job completes both. */
export async function followUp(deps: PaymentDeps, { account, referred }: Pick<ReconciledObject, 'account' | 'referred'>): Promise<void> {
  const { memberId } = account;
  for (const id of referred) await reconcileTime(deps, id);
  for (const subscription of account.subscriptions) {
    if (subscription.endRequestedAt !== null && subscription.nextCheckAt !== null)
      await attempt(() => endSubscription(deps, memberId, subscription.id));
  }
  for (const { paymentIntentId, refundRequestedAt, revokedAt } of account.payments) {
    if (refundRequestedAt !== null && revokedAt === null && paymentIntentId !== null)
      await attempt(() => refund(deps, memberId, paymentIntentId));
  }
  for (const order of account.orders) {
    if (order.status === 'open' && order.expiresAt <= deps.now) await attempt(() => closeOrder(deps, { ...order, userId: memberId }));
  }
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logWarning('follow_up_left_to_the_job', { error: describeError(error) });
  }
}

/** Ends a subscription. With `unlessPaid`, keeps the subscription if its open invoice has just been paid. */
export async function endSubscription(deps: PaymentDeps, userId: number, id: string, unlessPaid = false): Promise<void> {
  const refusal = await deps.provider.endSubscription(id, unlessPaid);
  const reconcileResult = await reconcileObject(deps, { object: 'subscription', id, account: { userId } });
  throwIfStillDue(refusal, reconcileResult, ({ account }) =>
    account.subscriptions.some(
      (subscription) => subscription.id === id && subscription.endedAt === null && (!unlessPaid || subscription.graceUntil !== null),
    ),
  );
}

export async function refund(deps: PaymentDeps, userId: number, paymentIntentId: string): Promise<void> {
  const refusal = await deps.provider.refund(paymentIntentId);
  const reconcileResult = await reconcileObject(deps, {
    object: 'intent',
    id: paymentIntentId,
    account: { userId, paymentIntentId },
  });
  throwIfStillDue(
    refusal ?? new PaymentProviderError(`The refund of ${paymentIntentId} failed after Stripe had accepted it`, true),
    reconcileResult,
    ({ account }) => account.payments.some((payment) => payment.paymentIntentId === paymentIntentId && payment.revokedAt === null),
  );
}

/** Cancels an unpaid order in Stripe, and then applies the order's current state because it may have been paid concurrently. */
export async function closeOrder(deps: PaymentDeps, order: DueOrder): Promise<void> {
  const stripeObject = await findStripeObject(deps, order);
  let refusal: PaymentProviderError | null = null;
  if (stripeObject?.object === 'subscription') refusal = await deps.provider.endSubscription(stripeObject.id, true);
  else if (stripeObject) refusal = await deps.provider.cancelIntent(stripeObject.id);
  else if (await deps.store.orderPayments.closeWithoutCheckout(order.id, deps.now)) return;
  const reconcileResult = await reconcileOrder(deps, order);
  throwIfStillDue(refusal, reconcileResult, ({ account, reading }) => {
    // While an order's payment is processing, the order can be neither canceled nor treated as paid, so there is nothing to do.
    const isProcessing = reading?.news.kind === 'intent' && reading.news.intent.status === 'processing';
    return !isProcessing && account.orders.some(({ id, status }) => id === order.id && status === 'open');
  });
}

/** Rethrows Stripe's error only if the work is still pending. Otherwise, Stripe rejected an operation that was already done. */
function throwIfStillDue(
  refusal: PaymentProviderError | null,
  reconcileResult: Awaited<ReturnType<typeof reconcileOrder>>,
  isStillDue: (reconciled: ReconciledObject) => boolean,
): void {
  if (refusal !== null && reconcileResult?.ok && isStillDue(reconcileResult.value)) throw refusal;
}

/** Applies the current state of the order's Stripe object. Returns undefined if Stripe has no object for the order. */
export async function reconcileOrder(deps: PaymentDeps, order: DueOrder) {
  const target = await findStripeObject(deps, order);
  const { userId, reference: orderReference, stripePaymentIntentId: paymentIntentId, stripeSubscriptionId: subscriptionId } = order;
  return target && reconcileObject(deps, { ...target, account: { userId, orderReference, paymentIntentId, subscriptionId } });
}

/**
 * Finds the order's Stripe object even if Stripe's response was lost. A membership paid from the balance may already be active, although
 * nothing was charged to a card.
 */
async function findStripeObject(deps: PaymentDeps, order: DueOrder): Promise<ReturnType<typeof parseStripeObject>> {
  const storedObject = parseStripeObject(order);
  if (storedObject || order.kind !== 'membership') return storedObject;
  const customerId = await deps.store.orderPayments.customer(order.userId);
  const id = customerId === null ? null : await deps.provider.membershipFor(customerId, order.reference);
  return id === null ? undefined : { object: 'subscription', id };
}

export function parseStripeObject(
  order: Pick<DueOrder, 'stripeSubscriptionId' | 'stripePaymentIntentId'>,
): { object: 'subscription' | 'intent'; id: string } | undefined {
  if (order.stripeSubscriptionId !== null) return { object: 'subscription', id: order.stripeSubscriptionId };
  return order.stripePaymentIntentId === null ? undefined : { object: 'intent', id: order.stripePaymentIntentId };
}
