/**
 * What webhooks may have missed, and what time alone decides: unpaid orders are asked about and then closed, graces and
 * grants end, superseded subscriptions are ended, double payments go back, events that waited are tried again, renewals are told of.
 */
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { graceReminders } from '#worker/domain/memberships/mails.ts';
import { renewalNoticeSpan } from '#worker/domain/memberships/renewal-notice.ts';
import { reconcileTime } from '#worker/flows/memberships/commit-account.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { closeOrder, endSubscription, followUp, reconcileOrder, refund, stripeObjectOf } from '#worker/flows/memberships/follow-up.ts';
import { reconcileObject } from '#worker/flows/memberships/reconcile-object.ts';
import { retryEvent } from '#worker/flows/memberships/retry-event.ts';
import { tellOfRenewal } from '#worker/flows/memberships/tell-of-renewal.ts';
import { makeRefund } from '#worker/flows/orders/refund-order.ts';
import { errorInWords } from '#worker/log.ts';
import type { DueAtProvider, DueByTime, DueOrder } from '#worker/store/memberships/due.ts';
import type { UntoldRenewal } from '#worker/store/memberships/renewal-notices.ts';
import type { Budget } from './budget.ts';
import { walkMoneyBack } from './walk-money-back.ts';
import { type DueWork, failUnlessDone, rowsALook, workOff } from './work-off.ts';

/** Safe to run twice, late or in parallel. Rejects where something could not be done. */
export async function reconcilePayments(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { store, now } = deps;
  // First what needs nobody else: an outage must keep nobody a member whose time is over.
  const byTime = await workOff({ store, now, budget, outageIn: () => 'no' }, ['membership', 'grace'], async () =>
    workByTime(deps, await store.due.byTime(now, rowsALook)),
  );
  const atProvider = await workOff(
    { store, now, budget, outageIn },
    ['event', 'order', 'subscription', 'refund', 'order_refund', 'renewal'],
    async () => [
      ...workAtProvider(deps, await store.due.atProvider(now, rowsALook)),
      ...renewalsToTell(deps, await store.renewalNotices.untold(renewalNoticeSpan(now), now, rowsALook)),
    ],
  );
  if (atProvider.outage === undefined && !budget.isSpent()) await walkMoneyBack(deps, budget);
  // On a quiet day nothing of the above asks the provider anything: that our key was revoked would show a day later.
  if (atProvider.outage === undefined)
    await deps.provider.checkReadiness().catch((error: unknown) => {
      atProvider.outage = errorInWords(error);
    });
  failUnlessDone([byTime, atProvider], { rows: 'payments, events and memberships', provider: 'The payment provider' });
}

export function outageIn(error: unknown): PaymentProviderError['outage'] {
  return error instanceof PaymentProviderError ? error.outage : 'no';
}

function workByTime(deps: PaymentDeps, due: DueByTime): DueWork[] {
  return [
    ...due.memberships.map(
      ({ userId }): DueWork => ({ kind: 'membership', key: String(userId), work: done(() => reconcileTime(deps, userId)) }),
    ),
    ...due.graces.map(
      ({ userId, subscriptionId }): DueWork => ({ kind: 'grace', key: subscriptionId, work: done(() => remindOfGrace(deps, userId)) }),
    ),
  ];
}

function workAtProvider(deps: PaymentDeps, due: DueAtProvider): DueWork[] {
  return [
    ...due.events.map(
      ({ id }): DueWork => ({
        kind: 'event',
        key: id,
        work: async () => ((await retryEvent(deps, id)) === 'waiting' ? 'waits' : 'done'),
      }),
    ),
    ...due.orders.map((order): DueWork => ({ kind: 'order', key: String(order.id), work: done(() => lookAtOrder(deps, order)) })),
    ...due.subscriptions.map(
      (subscription): DueWork => ({ kind: 'subscription', key: subscription.id, work: done(() => lookAtSubscription(deps, subscription)) }),
    ),
    ...due.refunds.map(
      ({ userId, paymentIntentId }): DueWork => ({
        kind: 'refund',
        key: paymentIntentId,
        work: done(() => refund(deps, userId, paymentIntentId)),
      }),
    ),
    ...due.askedRefunds.map(
      (asked): DueWork => ({ kind: 'order_refund', key: String(asked.id), work: done(() => makeRefund(deps, asked)) }),
    ),
  ];
}

function renewalsToTell(deps: PaymentDeps, untold: UntoldRenewal[]): DueWork[] {
  return untold.map(
    (renewal): DueWork => ({ kind: 'renewal', key: renewal.subscriptionId, work: done(() => tellOfRenewal(deps, renewal)) }),
  );
}

function done(work: () => Promise<unknown>): DueWork['work'] {
  return async () => {
    await work();
    return 'done';
  };
}

async function lookAtOrder(deps: PaymentDeps, order: DueOrder): Promise<void> {
  if (order.expiresAt <= deps.now) return closeOrder(deps, order);
  if (!(await isStillPayable(deps, order))) {
    const reconciled = await reconcileOrder(deps, order);
    if (reconciled?.ok) await followUp(deps, reconciled.value);
  }
  await deps.store.due.putOff({ orderId: order.id }, Math.min(deps.now + 4 * secondsPerHour, order.expiresAt));
}

/** Nothing has come of it yet: of all looks the most frequent, so the member's money need not be loaded for it. */
async function isStillPayable(deps: PaymentDeps, order: DueOrder): Promise<boolean> {
  const target = stripeObjectOf(order);
  return target !== undefined && (await deps.provider.read(target.object, target.id)).clientSecret !== null;
}

async function lookAtSubscription(
  deps: PaymentDeps,
  { id, userId, endRequestedAt, graceUntil }: DueAtProvider['subscriptions'][number],
): Promise<void> {
  if (endRequestedAt !== null) return endSubscription(deps, userId, id);
  if (graceUntil !== null && graceUntil <= deps.now) return endSubscription(deps, userId, id, true);
  const reconciled = await reconcileObject(deps, { object: 'subscription', id, account: { userId } });
  if (reconciled.ok) await followUp(deps, reconciled.value);
  // What changed has a time of its own now; what did not is asked again tomorrow.
  const after = reconciled.ok ? reconciled.value.account.subscriptions.find((candidate) => candidate.id === id) : undefined;
  if (!after || (after.nextCheckAt !== null && after.nextCheckAt <= deps.now))
    await deps.store.due.putOff({ subscriptionId: id }, deps.now + secondsPerDay);
}

/** The second mail of a grace. */
async function remindOfGrace(deps: PaymentDeps, userId: number): Promise<void> {
  const { seen } = await deps.store.money.load({ userId });
  if (!seen) return;
  const mails = graceReminders(seen.account, { ...seen, newMessageId: deps.newMessageId }, deps.now);
  await deps.store.money.queue(userId, mails, deps.now);
}
