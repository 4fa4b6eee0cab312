/** Switches a membership to another payment card after the bank has confirmed the card. Only Stripe stores card data. */
import type { OpenRenewalOutcome } from '#schema/memberships/payment-card.ts';
import { type CardChangeFacts, cardChangedMail, chargedSubscriptions, checkCardChange } from '#worker/domain/memberships/card-change.ts';
import { ok, type Result } from '#worker/domain/result.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';
import { reconcileObject } from './reconcile-object.ts';

interface CardChangeResult {
  card: CardChangeFacts['card'];
  renewal: OpenRenewalOutcome;
}

/**
 * Applies the card change that Stripe's SetupIntent describes. Safe to repeat: an interrupted change is applied again in full, and
 * reopening an old page changes nothing.
 */
export async function changeCard(
  deps: PaymentDeps,
  snapshot: AccountSnapshot,
  setupIntentId: string,
): Promise<Result<CardChangeResult, 'card_change_not_found' | 'card_not_confirmed'>> {
  const { provider, store } = deps;
  const chargedItems: { id: string; customerId: string }[] = [];
  for (const { id } of chargedSubscriptions(snapshot.account)) chargedItems.push({ id, customerId: await provider.findCustomer(id) });
  const checkResult = checkCardChange(
    await provider.cardChange(setupIntentId),
    chargedItems.map(({ customerId }) => customerId),
  );
  if (!checkResult.ok) return checkResult;
  const change = checkResult.value;
  if (change.isApplied) return ok({ card: change.card, renewal: 'none' });
  const { memberId } = snapshot.account;
  // After a database restore, a member may have two Stripe customers. A card belongs to only one of them, so switch only that customer's
  // subscriptions.
  const subscriptions = chargedItems.filter(({ customerId }) => customerId === change.customerId);
  await provider.changePaymentMethod(
    change.customerId,
    subscriptions.map(({ id }) => id),
    change.paymentMethodId,
  );
  await store.money.queue(memberId, [cardChangedMail(change, snapshot.account, snapshot)], deps.now);
  let renewal: OpenRenewalOutcome = 'none';
  for (const { id } of subscriptions) {
    const outcome = await provider.payOpenRenewal(id, change);
    if (outcome === 'none') continue;
    renewal = outcome;
    const reconcileResult = await reconcileObject(deps, { object: 'subscription', id, account: { userId: memberId } });
    if (reconcileResult.ok) await followUp(deps, reconcileResult.value);
  }
  await provider.markApplied(change);
  return ok({ card: change.card, renewal });
}
