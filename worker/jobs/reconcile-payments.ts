/**
 * What webhooks may have missed, and what time alone decides: unpaid orders are asked about and then closed, graces and
 * grants end, superseded subscriptions are ended, double payments go back, events that waited are tried again, renewals are told of.
 */
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { graceReminders } from '#worker/domain/money/mails.ts';
import { renewalNoticeSpan } from '#worker/domain/money/renewal-notice.ts';
import { reconcileTime } from '#worker/payments/commit-account.ts';
import type { PaymentDeps } from '#worker/payments/deps.ts';
import { closeOrder, endSubscription, followUp, reconcileOrder, refund } from '#worker/payments/follow-up.ts';
import { reconcileObject } from '#worker/payments/reconcile-object.ts';
import { retryEvent } from '#worker/payments/retry-event.ts';
import { tellOfRenewal } from '#worker/payments/tell-of-renewal.ts';
import { walkMoneyBack } from '#worker/payments/walk-stripe.ts';
import { ofMember } from '#worker/payments/whose.ts';

/** Of each kind in one run; the next one goes on. */
const perRun = 50;

/** Safe to run twice, late or in parallel. */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.due.list(deps.now, perRun);
  const renewals = await deps.store.renewalNotices.untold(renewalNoticeSpan(deps.now), perRun);
  const tasks: (() => Promise<unknown>)[] = [
    ...due.events.map(
      ({ id }) =>
        () =>
          retryEvent(deps, id),
    ),
    ...due.orders.map((order) => () => lookAtOrder(deps, order)),
    ...due.subscriptions.map((subscription) => () => lookAtSubscription(deps, subscription)),
    ...due.refunds.map(
      ({ userId, paymentIntentId }) =>
        () =>
          refund(deps, userId, paymentIntentId),
    ),
    ...due.members.map(
      ({ userId }) =>
        () =>
          reconcileTime(deps, userId),
    ),
    ...due.reminders.map(
      ({ userId }) =>
        () =>
          remindOfGrace(deps, userId),
    ),
  ];
  for (const renewal of renewals) tasks.push(() => tellOfRenewal(deps, renewal));
  tasks.push(() => walkMoneyBack(deps));
  for (const task of tasks) if ((await attempt(task)) === 'outage') return;
}

/** One that fails must not keep the others waiting; it is due again at the next run. In an outage none would fare better. */
async function attempt(task: () => Promise<unknown>): Promise<'done' | 'failed' | 'outage'> {
  try {
    await task();
    return 'done';
  } catch (error) {
    const isOutage = error instanceof PaymentProviderError && !error.wasAnswered;
    console.error(
      JSON.stringify({ job: 'reconcile-payments', outage: isOutage, error: error instanceof Error ? error.message : String(error) }),
    );
    return isOutage ? 'outage' : 'failed';
  }
}

async function lookAtOrder(deps: PaymentDeps, order: Parameters<typeof closeOrder>[1]): Promise<void> {
  if (order.expiresAt <= deps.now) return closeOrder(deps, order);
  const settled = await reconcileOrder(deps, order);
  if (settled?.ok) await followUp(deps, settled.value);
  await deps.store.due.putOff({ orderId: order.id }, Math.min(deps.now + 4 * secondsPerHour, order.expiresAt));
}

interface DueSubscription {
  id: string;
  userId: number;
  endRequestedAt: number | null;
  graceUntil: number | null;
}

async function lookAtSubscription(deps: PaymentDeps, { id, userId, endRequestedAt, graceUntil }: DueSubscription): Promise<void> {
  if (endRequestedAt !== null) return endSubscription(deps, userId, id);
  if (graceUntil !== null && graceUntil <= deps.now) return endSubscription(deps, userId, id, true);
  const settled = await reconcileObject(deps, { object: 'subscription', id, whose: ofMember(userId) });
  if (settled.ok) await followUp(deps, settled.value);
  // What changed has a time of its own now; what did not is asked again tomorrow.
  const after = settled.ok ? settled.value.account.subscriptions.find((candidate) => candidate.id === id) : undefined;
  if (!after || (after.nextCheckAt !== null && after.nextCheckAt <= deps.now))
    await deps.store.due.putOff({ subscriptionId: id }, deps.now + secondsPerDay);
}

/** The second mail of a grace. */
async function remindOfGrace(deps: PaymentDeps, userId: number): Promise<void> {
  const { seen } = await deps.store.money.load(ofMember(userId));
  if (!seen) return;
  const mails = graceReminders(seen.account, { ...seen, newMessageId: deps.newMessageId }, deps.now);
  await deps.store.money.queue(userId, mails, deps.now);
}
