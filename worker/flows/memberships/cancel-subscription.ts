import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type Account, isInGrace } from '#worker/domain/memberships/account.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { PaymentDeps } from './deps.ts';
import { endSubscription, followUp } from './follow-up.ts';
import { reconcileObject } from './reconcile-object.ts';

/**
 * Stops the renewal of the member's subscription. In a grace period, ends the membership immediately, because the paid period is over and
 * Stripe would keep retrying the card; if the renewal has just been paid, the membership continues. `isChanged` is false if the renewal was
 * already stopped. Throws PaymentProviderError if Stripe is unreachable.
 */
export async function cancelSubscription(deps: PaymentDeps, account: Account): Promise<Result<{ isChanged: boolean }, 'no_subscription'>> {
  const subscription = findSubscription(account);
  if (!subscription) return err('no_subscription');
  if (isInGrace(subscription)) await endSubscription(deps, account.memberId, subscription.id, true);
  else if (subscription.cancelAtPeriodEnd) return ok({ isChanged: false });
  else {
    await deps.provider.renewAutomatically(subscription.id, false);
    await refreshFromStripe(deps, account.memberId, subscription.id);
  }
  return ok({ isChanged: true });
}

/** Cancels a member's subscription for an administrator, with an audit row. */
export async function cancelForMember(
  deps: PaymentDeps,
  { userId, version, reason, actor }: { userId: number; version: number; reason: string; actor: Actor },
): Promise<Result<undefined, 'member_not_found' | 'changed_meanwhile' | 'subscription_not_running'>> {
  const { snapshot } = await deps.store.money.load({ userId });
  if (!snapshot) return err('member_not_found');
  if (snapshot.version !== version) return err('changed_meanwhile');
  const outcome = await cancelSubscription(deps, snapshot.account);
  if (!outcome.ok || !outcome.value.isChanged) return err('subscription_not_running');
  await deps.store.admin.memberMoney.noteCancellation({ userId, reason }, actor, deps.now);
  return ok(undefined);
}

export function findSubscription({ membership, subscriptions }: Account) {
  return subscriptions.find(({ id }) => id === membership.stripeSubscriptionId);
}

export async function refreshFromStripe(deps: PaymentDeps, userId: number, subscriptionId: string): Promise<void> {
  const reconcileResult = await reconcileObject(deps, { object: 'subscription', id: subscriptionId, account: { userId } });
  if (reconcileResult.ok) await followUp(deps, reconcileResult.value);
}
