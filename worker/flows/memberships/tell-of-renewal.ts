/** Tells a member of the renewal that is to come, by what Stripe says of it now. */
import { renewalNotice, renewalToTell } from '#worker/domain/memberships/renewal-notice.ts';
import type { UntoldRenewal } from '#worker/store/memberships/renewal-notices.ts';
import type { PaymentDeps } from './deps.ts';
import { reconcileObject } from './reconcile-object.ts';

export async function tellOfRenewal(deps: PaymentDeps, { subscriptionId, userId }: UntoldRenewal): Promise<void> {
  // A cancellation whose webhook was lost must not be answered with "your membership renews".
  await reconcileObject(deps, { object: 'subscription', id: subscriptionId, account: { userId } });
  const { seen } = await deps.store.money.load({ userId });
  const renewal = seen && renewalToTell(seen.account, subscriptionId, deps.now);
  if (!seen || !renewal) return;
  const terms = await deps.provider.renewalTerms(subscriptionId);
  const mail = renewalNotice(renewal, terms, { ...seen, newMessageId: deps.newMessageId });
  await deps.store.renewalNotices.tell(subscriptionId, renewal.periodEnd, mail, deps.now);
}
