/**
 * Applies the current state of a Stripe object: load, read, reconcile, commit. Starts over after a concurrent write. Objects without a
 * database row are imported first.
 */
import type { EventHint, Reading } from '#worker/clients/payment-provider.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { reconcile } from '#worker/domain/memberships/reconcile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { restoreOrder } from '#worker/flows/orders/restore-order.ts';
import type { AppliedEvent } from '#worker/store/memberships/money.ts';
import type { AccountRef } from '#worker/store/memberships/money-rows.ts';
import { commitAccount, listAffectedReferrals } from './commit-account.ts';
import type { PaymentDeps } from './deps.ts';
import { retryUntilCommitted } from './retry-until-committed.ts';
import { type UnreconciledObject, unreconciledReason } from './unreconciled-object.ts';

export interface ReconciledObject {
  account: Account;
  /** State of the object at Stripe; undefined if the event was already applied. */
  reading: Reading | undefined;
  /** Ids of referred members whose purchases may earn a reward because this account changed. */
  referred: number[];
  isChanged: boolean;
}

export interface Target {
  object: EventHint['object'];
  id: string;
  account: AccountRef;
}

/** Reconciles the object. Usually takes two round trips to the database and one read from Stripe. */
export async function reconcileObject(
  deps: PaymentDeps,
  target: Target,
  event: AppliedEvent | null = null,
): Promise<Result<ReconciledObject, UnreconciledObject>> {
  let wasImported = false;
  return retryUntilCommitted(async () => {
    const outcome = await tryOnce(deps, target, event);
    if (outcome === 'stale') return outcome;
    if (outcome.ok) return wasImported ? ok({ ...outcome.value, isChanged: true }) : outcome;
    const { missing, ...refusal } = outcome.refusal;
    if (!missing || wasImported) return err(refusal);
    const importResult = await importMissing(deps, target);
    if (!importResult.ok) return importResult;
    wasImported = true;
    return 'stale';
  });
}

/** `missing` means that the object's order or payment is not in our database, but may exist at Stripe. */
type FailedAttempt = UnreconciledObject & { missing: boolean };

async function tryOnce(
  deps: PaymentDeps,
  target: Target,
  event: AppliedEvent | null,
): Promise<'stale' | Result<ReconciledObject, FailedAttempt>> {
  const { snapshot, eventIsApplied } = await deps.store.money.load(target.account, event?.id ?? null);
  if (!snapshot) return err({ reason: 'not_ours', missing: !eventIsApplied });
  if (eventIsApplied) return ok({ account: snapshot.account, reading: undefined, referred: [], isChanged: false });
  const reading = await deps.provider.read(target.object, target.id);
  const reconcileResult = reconcile(snapshot.account, reading.news, deps.now);
  // A refund or dispute only refers to its payment. If that payment is not in our database yet, `missing` makes the caller import it.
  if (!reconcileResult.ok)
    return err({
      ...unreconciledReason(reconcileResult.refusal, reading, snapshot.account.memberId),
      missing: reconcileResult.refusal === 'not_yet_known',
    });
  const { news } = reading;
  const charge = news.kind === 'intent' ? news.intent.charge : null;
  const { dispute = null } = reading;
  const sideEffects = { failedRefunds: charge?.failedRefunds ?? [], refunds: charge?.refunds ?? [], dispute };
  const commitResult = await commitAccount(deps, snapshot, reconcileResult.value, event, sideEffects);
  if (commitResult === 'stale') return commitResult;
  return ok({
    account: reconcileResult.value,
    reading,
    referred: listAffectedReferrals(snapshot, reconcileResult.value),
    isChanged: commitResult === 'written',
  });
}

/** Imports an object's payment if the object is ours, and recreates a lost order from Stripe. */
async function importMissing(deps: PaymentDeps, { object, id, account }: Target): Promise<Result<null, UnreconciledObject>> {
  const isPayment = object === 'intent' || object === 'dispute';
  if (isPayment && account.paymentIntentId) {
    const payer = await deps.provider.findPayer(account.paymentIntentId);
    if (!payer) return err({ reason: 'not_ours' });
    if (payer.objectId !== id) {
      const reconcileResult = await reconcileObject(deps, { object: payer.object, id: payer.objectId, account: payer });
      return reconcileResult.ok ? ok(null) : reconcileResult;
    }
  }
  // An object without our metadata does not belong to this shop, so it is not imported.
  if (!isPayment && !account.orderReference) return err({ reason: 'not_ours' });
  const restoreResult = await restoreOrder(deps, { object, id });
  if (!restoreResult.ok) return restoreResult;
  for (const invoice of restoreResult.value) {
    const reconcileResult = await reconcileObject(deps, invoice);
    if (!reconcileResult.ok) return reconcileResult;
  }
  return ok(null);
}
