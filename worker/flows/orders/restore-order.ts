/**
 * Recreates a paid order that was lost in a database restore but still exists at Stripe, if the buyer can be identified. Otherwise, an
 * administrator decides.
 */
import type { EventHint, Reading } from '#worker/clients/payment-provider.ts';
import { reconcile } from '#worker/domain/memberships/reconcile.ts';
import { isPaid, lostOrder } from '#worker/domain/orders/lost-order.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { commitAccount } from '#worker/flows/memberships/commit-account.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { retryUntilCommitted } from '#worker/flows/memberships/retry-until-committed.ts';
import { type UnreconciledObject, unreconciledReason } from '#worker/flows/memberships/unreconciled-object.ts';
import type { AccountRef } from '#worker/store/memberships/money-rows.ts';

interface Invoice {
  object: 'invoice';
  id: string;
  account: AccountRef;
}

interface FirstPayment {
  reading: Reading;
  later: Invoice[];
  /** Id under which the purchase is stored if the buyer cannot be identified. For memberships, it identifies the paid year. */
  waitingFor: string;
}

/** Restores the order and its first payment. The caller still has to apply the invoices of later years. */
export async function restoreOrder(
  deps: PaymentDeps,
  target: { object: EventHint['object']; id: string },
): Promise<Result<Invoice[], UnreconciledObject>> {
  const firstPaymentResult = await firstPayment(deps, target);
  if (!firstPaymentResult?.reading.mark || !isPaid(firstPaymentResult.reading.news)) return err({ reason: 'not_ours' });
  const restored = await retryUntilCommitted(() => restoreFromPayment(deps, firstPaymentResult));
  return restored.ok ? ok(firstPaymentResult.later) : restored;
}

/** Returns the order's first payment in its current state; undefined if the order is unpaid. */
async function firstPayment(
  { provider }: PaymentDeps,
  { object, id }: { object: EventHint['object']; id: string },
): Promise<FirstPayment | undefined> {
  const reading = await provider.read(object, id);
  if (reading.news.kind !== 'membership') return { reading, later: [], waitingFor: id };
  const { subscription, invoice: requestedInvoice } = reading.news;
  const subscriptionId = subscription.id;
  const [firstInvoice, ...laterInvoices] = await provider.paidInvoices(subscriptionId);
  if (firstInvoice === undefined) return undefined;
  const ref = { subscriptionId };
  return {
    reading: await provider.read('invoice', firstInvoice),
    later: laterInvoices.map((invoice) => ({ object: 'invoice', id: invoice, account: ref })),
    waitingFor: requestedInvoice?.id ?? subscriptionId,
  };
}

async function restoreFromPayment(
  deps: PaymentDeps,
  { reading, waitingFor }: FirstPayment,
): Promise<'stale' | Result<null, UnreconciledObject>> {
  const { mark, news, customerId } = reading;
  const lookup = mark?.origin && (await deps.store.lostOrders.find(mark.origin.userId, mark.origin.userCreatedAt, mark.reference));
  if (!mark?.origin || !lookup) return err({ ...unreconciledReason('unknown_member', reading, null), waitingFor });
  if (lookup.exists) return ok(null);
  const { snapshot } = await deps.store.money.load({ userId: mark.origin.userId });
  if (!snapshot) return 'stale';
  const order = lostOrder(lookup.orderId, mark, mark.origin);
  const reconcileResult = reconcile({ ...snapshot.account, orders: [...snapshot.account.orders, order] }, news, deps.now);
  if (!reconcileResult.ok) return err(unreconciledReason(reconcileResult.refusal, reading, snapshot.account.memberId));
  const commitResult = await commitAccount(deps, snapshot, reconcileResult.value, null, {
    restored: { order, customerId, isDisputed: news.kind === 'intent' && (news.intent.charge?.isDisputed ?? false) },
  });
  return commitResult === 'stale' ? commitResult : ok(null);
}
