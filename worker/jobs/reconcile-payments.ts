/**
 * Handles missed webhooks and time-based work: closes unpaid orders; ends grace periods, grants and superseded subscriptions; refunds
 * double payments; retries events; and announces renewals.
 */
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { graceReminders } from '#worker/domain/memberships/mails.ts';
import { renewalNoticeSpan } from '#worker/domain/memberships/renewal-notice.ts';
import { sendAnswer } from '#worker/flows/disputes/answer-dispute.ts';
import { announceRenewal } from '#worker/flows/memberships/announce-renewal.ts';
import { reconcileTime } from '#worker/flows/memberships/commit-account.ts';
import { completeCancellation } from '#worker/flows/memberships/complete-cancellation.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { closeOrder, endSubscription, followUp, parseStripeObject, reconcileOrder, refund } from '#worker/flows/memberships/follow-up.ts';
import { reconcileObject } from '#worker/flows/memberships/reconcile-object.ts';
import { retryEvent } from '#worker/flows/memberships/retry-event.ts';
import { makeRefund } from '#worker/flows/orders/refund-order.ts';
import { errorText } from '#worker/log.ts';
import type { DueOrder, DueProviderWork, DueTimeWork } from '#worker/store/memberships/due-work.ts';
import type { DueRenewal } from '#worker/store/memberships/renewal-notices.ts';
import type { Budget } from './budget.ts';
import { batchRows, type DueWork, drainQueue, throwIfIncomplete } from './drain-queue.ts';
import { walkRefundsAndDisputes } from './walk-refunds-and-disputes.ts';

/** Safe to run twice, late or in parallel. Rejects if some of the work failed. */
export async function reconcilePayments(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { store, now } = deps;
  // Work that does not need the payment provider comes first because an outage must not extend memberships. Only a lost membership whose end
  // Stripe did not report asks it.
  const timeReport = await drainQueue(
    { store, now, budget, classifyOutage: () => 'no' },
    ['membership', 'lost_membership', 'grace'],
    async () => listWorkDueByTime(deps, await store.due.findDueByTime(now, batchRows)),
  );
  const providerReport = await drainQueue(
    { store, now, budget, classifyOutage: classifyOutage },
    ['event', 'order', 'subscription', 'refund', 'order_refund', 'dispute_answer', 'renewal'],
    async () => [
      ...listProviderWork(deps, await store.due.findDueAtProvider(now, batchRows)),
      ...renewalNoticeWork(deps, await store.renewalNotices.due(renewalNoticeSpan(now), now, batchRows)),
    ],
  );
  if (providerReport.outage === undefined && !budget.isSpent()) await walkRefundsAndDisputes(deps, budget);
  // On a quiet day, no other work calls the provider, so without this check a revoked key would go unnoticed for up to a day.
  if (providerReport.outage === undefined)
    await deps.provider.checkReadiness().catch((error: unknown) => {
      providerReport.outage = errorText(error);
    });
  throwIfIncomplete([timeReport, providerReport], { rows: 'payments, events and memberships', provider: 'The payment provider' });
}

export function classifyOutage(error: unknown): PaymentProviderError['outage'] {
  return error instanceof PaymentProviderError ? error.outage : 'no';
}

function listWorkDueByTime(deps: PaymentDeps, dueRows: DueTimeWork): DueWork[] {
  return [
    ...dueRows.memberships.map(
      ({ userId }): DueWork => ({ kind: 'membership', key: String(userId), work: withDoneOutcome(() => reconcileTime(deps, userId)) }),
    ),
    ...dueRows.lostMemberships.map(
      ({ userId, lostAt }): DueWork => ({
        kind: 'lost_membership',
        key: String(userId),
        // The list of deletion requests is read first, so that a newer request is not recorded as canceled.
        work: withDoneOutcome(async () =>
          completeCancellation(deps, userId, await deps.store.erasure.findLikelyCancellation(userId, lostAt)),
        ),
      }),
    ),
    ...dueRows.graces.map(
      ({ userId, subscriptionId }): DueWork => ({
        kind: 'grace',
        key: subscriptionId,
        work: withDoneOutcome(() => sendGraceReminder(deps, userId)),
      }),
    ),
  ];
}

function listProviderWork(deps: PaymentDeps, dueRows: DueProviderWork): DueWork[] {
  return [
    ...dueRows.events.map(
      ({ id }): DueWork => ({
        kind: 'event',
        key: id,
        work: async () => ((await retryEvent(deps, id)) === 'waiting' ? 'waits' : 'done'),
      }),
    ),
    ...dueRows.orders.map(
      (order): DueWork => ({ kind: 'order', key: String(order.id), work: withDoneOutcome(() => checkOrder(deps, order)) }),
    ),
    ...dueRows.subscriptions.map(
      (subscription): DueWork => ({
        kind: 'subscription',
        key: subscription.id,
        work: withDoneOutcome(() => checkSubscription(deps, subscription)),
      }),
    ),
    ...dueRows.refunds.map(
      ({ userId, paymentIntentId }): DueWork => ({
        kind: 'refund',
        key: paymentIntentId,
        work: withDoneOutcome(() => refund(deps, userId, paymentIntentId)),
      }),
    ),
    ...dueRows.requestedRefunds.map(
      (refundRequest): DueWork => ({
        kind: 'order_refund',
        key: String(refundRequest.id),
        work: withDoneOutcome(() => makeRefund(deps, refundRequest)),
      }),
    ),
    ...dueRows.disputeAnswers.map(
      (answer): DueWork => ({ kind: 'dispute_answer', key: String(answer.id), work: withDoneOutcome(() => sendAnswer(deps, answer)) }),
    ),
  ];
}

function renewalNoticeWork(deps: PaymentDeps, renewals: DueRenewal[]): DueWork[] {
  return renewals.map(
    (renewal): DueWork => ({ kind: 'renewal', key: renewal.subscriptionId, work: withDoneOutcome(() => announceRenewal(deps, renewal)) }),
  );
}

function withDoneOutcome(work: () => Promise<unknown>): DueWork['work'] {
  return async () => {
    await work();
    return 'done';
  };
}

async function checkOrder(deps: PaymentDeps, order: DueOrder): Promise<void> {
  if (order.expiresAt <= deps.now) return closeOrder(deps, order);
  if (!(await isPayable(deps, order))) {
    const reconcileResult = await reconcileOrder(deps, order);
    if (reconcileResult?.ok) await followUp(deps, reconcileResult.value);
  }
  await deps.store.due.postpone({ orderId: order.id }, Math.min(deps.now + 4 * secondsPerHour, order.expiresAt));
}

/** Whether the order is still unpaid and payable. Most orders are, so this is checked without loading the account. */
async function isPayable(deps: PaymentDeps, order: DueOrder): Promise<boolean> {
  const target = parseStripeObject(order);
  return target !== undefined && (await deps.provider.read(target.object, target.id)).clientSecret !== null;
}

async function checkSubscription(
  deps: PaymentDeps,
  { id, userId, endRequestedAt, graceUntil }: DueProviderWork['subscriptions'][number],
): Promise<void> {
  if (endRequestedAt !== null) return endSubscription(deps, userId, id);
  if (graceUntil !== null && graceUntil <= deps.now) return endSubscription(deps, userId, id, true);
  const reconcileResult = await reconcileObject(deps, { object: 'subscription', id, account: { userId } });
  if (reconcileResult.ok) await followUp(deps, reconcileResult.value);
  // If the subscription has changed, its next check has already been scheduled. If not, it is checked again tomorrow.
  const updatedSubscription = reconcileResult.ok
    ? reconcileResult.value.account.subscriptions.find((candidate) => candidate.id === id)
    : undefined;
  if (!updatedSubscription || (updatedSubscription.nextCheckAt !== null && updatedSubscription.nextCheckAt <= deps.now))
    await deps.store.due.postpone({ subscriptionId: id }, deps.now + secondsPerDay);
}

async function sendGraceReminder(deps: PaymentDeps, userId: number): Promise<void> {
  const { snapshot } = await deps.store.money.load({ userId });
  if (!snapshot) return;
  const mails = graceReminders(snapshot.account, snapshot, deps.now);
  await deps.store.money.queue(userId, mails, deps.now);
}
