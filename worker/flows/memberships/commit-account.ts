/** Saves an account and queues its emails after Stripe sends an update or a deadline passes. */
import type { Account } from '#worker/domain/memberships/account.ts';
import type { DisputeFacts, FailedRefund, MadeRefund } from '#worker/domain/memberships/facts.ts';
import { listMails } from '#worker/domain/memberships/mails.ts';
import { deriveAccount } from '#worker/domain/memberships/reconcile.ts';
import { findOrderWithoutCards, newCardsMail } from '#worker/domain/orders/lost-order.ts';
import { drawCards } from '#worker/security/draw-cards.ts';
import type { AppliedEvent, RestoredOrder } from '#worker/store/memberships/money.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';
import type { PaymentDeps } from './deps.ts';
import { retryUntilCommitted } from './retry-until-committed.ts';

/** Number of random candidate ids generated per card; some may already be in use. */
const idsPerCard = 20;

/** Returns 'stale' after a concurrent write, or if too many of the random card ids were in use. */
export function commitAccount(
  deps: PaymentDeps,
  snapshot: AccountSnapshot,
  after: Account,
  event: AppliedEvent | null,
  {
    restored = null,
    failedRefunds = [],
    refunds = [],
    dispute = null,
  }: { restored?: RestoredOrder | null; failedRefunds?: FailedRefund[]; refunds?: MadeRefund[]; dispute?: DisputeFacts | null } = {},
): Promise<'written' | 'unchanged' | 'stale'> {
  const orderWithoutCards = findOrderWithoutCards(snapshot.account, after);
  const mails = [
    ...listMails(snapshot.account, after, snapshot),
    ...(orderWithoutCards && !restored?.isDisputed ? newCardsMail(orderWithoutCards, snapshot) : []),
  ];
  const candidates = orderWithoutCards ? drawCards((orderWithoutCards.quantity ?? 1) * idsPerCard) : [];
  const disputeToStore = dispute && { facts: dispute, alarmsTo: deps.alarmsTo };
  const referred = listAffectedReferrals(snapshot, after);
  const sideEffects = { mails, event, candidates, restored, failedRefunds, refunds, dispute: disputeToStore, referred };
  return deps.store.money.commit(snapshot, after, sideEffects, deps.now);
}

/** Returns the ids of referred members whose purchases may earn a reward because this account's membership has begun or goes on longer. */
export function listAffectedReferrals({ account, referred }: AccountSnapshot, after: Account): number[] {
  const knownEnds = new Map(account.periods.map(({ cause, endsAt }) => [cause, endsAt]));
  return after.periods.some(({ cause, endsAt }) => endsAt > (knownEnds.get(cause) ?? 0)) ? referred : [];
}

/** Applies changes that depend only on time, without calling Stripe. */
export function reconcileTime(deps: PaymentDeps, userId: number): Promise<Account | undefined> {
  return retryUntilCommitted(async () => {
    const { snapshot } = await deps.store.money.load({ userId });
    if (!snapshot) return undefined;
    const derivedAccount = deriveAccount(snapshot.account, deps.now);
    const commitResult = await commitAccount(deps, snapshot, derivedAccount, null);
    return commitResult === 'stale' ? commitResult : derivedAccount;
  });
}
