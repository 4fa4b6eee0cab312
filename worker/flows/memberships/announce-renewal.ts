/** Announces an upcoming renewal to its member, after checking with Stripe that it is still due. */
import { renewalNotice, upcomingRenewal } from '#worker/domain/memberships/renewal-notice.ts';
import type { DueRenewal } from '#worker/store/memberships/renewal-notices.ts';
import type { PaymentDeps } from './deps.ts';
import { reconcileObject } from './reconcile-object.ts';

export async function announceRenewal(deps: PaymentDeps, { subscriptionId, userId }: DueRenewal): Promise<void> {
  // A cancellation whose webhook was lost must not be answered with "your membership renews".
  await reconcileObject(deps, { object: 'subscription', id: subscriptionId, account: { userId } });
  const { seen } = await deps.store.money.load({ userId });
  const renewal = seen && upcomingRenewal(seen.account, subscriptionId, deps.now);
  if (!seen || !renewal) return;
  const terms = await deps.provider.renewalTerms(subscriptionId);
  const mail = renewalNotice(renewal, terms, { ...seen, newMessageId: deps.newMessageId });
  await deps.store.renewalNotices.send(subscriptionId, renewal.periodEnd, mail, deps.now);
}
