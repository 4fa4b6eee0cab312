/** Sends a renewal notice after checking with Stripe that the membership will still renew. */
import { renewalNotice, upcomingRenewal } from '#worker/domain/memberships/renewal-notice.ts';
import type { DueRenewal } from '#worker/store/memberships/renewal-notices.ts';
import type { PaymentDeps } from './deps.ts';
import { reconcileObject } from './reconcile-object.ts';

export async function announceRenewal(deps: PaymentDeps, { subscriptionId, userId }: DueRenewal): Promise<void> {
  // Reads the subscription from Stripe first. If the webhook about a cancellation was lost, the member must not be notified of a renewal
  // that will not happen.
  await reconcileObject(deps, { object: 'subscription', id: subscriptionId, account: { userId } });
  const { snapshot } = await deps.store.money.load({ userId });
  const renewal = snapshot && upcomingRenewal(snapshot.account, subscriptionId, deps.now);
  if (!snapshot || !renewal) return;
  const terms = await deps.provider.renewalTerms(subscriptionId);
  const mail = renewalNotice(renewal, terms, snapshot);
  await deps.store.renewalNotices.send(subscriptionId, renewal.periodEnd, mail, deps.now);
}
