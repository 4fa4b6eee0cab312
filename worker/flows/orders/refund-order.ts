/**
 * Refunds an order: records the refund, issues it through Stripe, and then applies the payment's new state like any other Stripe update.
 */
import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { isFullyReturned } from '#worker/domain/memberships/account.ts';
import { applyRefund, decideRefund, type RefundRefusal, refundEffects } from '#worker/domain/orders/refund.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { followUp } from '#worker/flows/memberships/follow-up.ts';
import { reconcileObject } from '#worker/flows/memberships/reconcile-object.ts';
import type { NewRefund, PaymentToRefund, RequestedRefund } from '#worker/store/orders/refunds.ts';
import type { Store } from '#worker/store/store.ts';

type RefundInput = Omit<NewRefund, 'payment'> & { paymentId: number; refundedCents: number };

/** Returns an error if Stripe rejects the refund. Throws PaymentProviderError if the outcome is unknown; the job then retries. */
export async function refundOrder(
  deps: PaymentDeps,
  input: RefundInput,
  actor: Actor,
): Promise<Result<null, RefundRefusal | 'refund_refused'>> {
  const { refunds } = deps.store;
  const decisionResult = decideRefund(await loadPayment(deps.store, input), input.amountCents, input.refundedCents);
  if (!decisionResult.ok) return decisionResult;
  const refundRequest = await refunds.request({ ...input, payment: decisionResult.value }, actor, deps.now);
  if (refundRequest) return makeRefund(deps, refundRequest);
  // After a concurrent update, repeat the decision with the current state.
  const now = decideRefund(await loadPayment(deps.store, input), input.amountCents, input.refundedCents);
  return now.ok ? err('changed_meanwhile') : now;
}

/** Issues a recorded refund through Stripe once. Safe to repeat and to run in parallel. */
export async function makeRefund(deps: PaymentDeps, refund: RequestedRefund): Promise<Result<null, 'refund_refused'>> {
  const { provider, store } = deps;
  const { id, userId, paymentIntentId } = refund;
  const outcome = await provider.refundOnce(refund).catch(async (error: unknown) => {
    if (error instanceof PaymentProviderError && error.hasResponse) await store.refunds.startNewAttempt(refund);
    throw error;
  });
  // Reconcile even after a rejected refund because the payment may have changed in Stripe without our knowledge.
  const reconcileResult = await reconcileObject(deps, {
    object: 'intent',
    id: paymentIntentId,
    account: { userId, paymentIntentId },
  });
  await store.refunds.settle(id, outcome instanceof PaymentProviderError ? { error: outcome.message } : outcome);
  if (reconcileResult.ok) await followUp(deps, reconcileResult.value);
  return outcome instanceof PaymentProviderError ? err('refund_refused') : ok(null);
}

export async function previewRefund(
  { store, now }: Pick<PaymentDeps, 'store' | 'now'>,
  input: { orderId: number; paymentId: number; amountCents: number },
): Promise<Result<RefundEffects, RefundRefusal>> {
  const decisionResult = decideRefund(await loadPayment(store, input), input.amountCents, null);
  if (!decisionResult.ok) return decisionResult;
  const { id, userId, stripePaymentIntentId: paymentIntentId } = decisionResult.value;
  const { snapshot } = await store.money.load({ userId, paymentIntentId });
  const payment = snapshot?.account.payments.find((candidate) => candidate.paymentIntentId === paymentIntentId);
  if (!snapshot || !payment) return err('order_not_paid_for');
  const refundResult = applyRefund(snapshot.account, payment, input.amountCents, now);
  if (!refundResult.ok) return err('changed_meanwhile');
  const isFullRefund = isFullyReturned({ ...payment, refundedCents: payment.refundedCents + input.amountCents });
  const disablesCards = isFullRefund && payment.revokedAt === null && payment.subscriptionId === null && payment.orderId !== null;
  const cards = disablesCards ? await store.refunds.cardEffects(payment.orderId ?? id, userId) : noCardEffects;
  return ok({ isFullRefund, ...refundEffects(snapshot.account, refundResult.value), ...cards });
}

const noCardEffects = { cards: 0, communityKeys: 0, tokensTaken: 0, tokensOwed: 0 };

async function loadPayment(store: Store, { orderId, paymentId }: Pick<RefundInput, 'orderId' | 'paymentId'>) {
  const payment: PaymentToRefund | undefined = await store.refunds.payment(orderId, paymentId);
  return payment && { ...payment, isRefundRequested: payment.isRefundRequested === 1, isBuyerErased: payment.isBuyerErased === 1 };
}
