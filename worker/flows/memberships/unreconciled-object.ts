/** Reasons why a Stripe object could not be applied, and the details shown to administrators. */

import type { ReconcileRefusal } from '#worker/domain/memberships/reconcile.ts';
import { describeUndecided, type ObjectAmount, readAmount, type UndecidedObject } from '#worker/domain/memberships/undecided-object.ts';
import type { AppliedEvent } from '#worker/store/memberships/money.ts';

/**
 * Why a Stripe object could not be applied. unknown_member: the object has our metadata, but its order is lost and the buyer cannot be
 * identified.
 */
export type UnreconciledReason = ReconcileRefusal | 'unknown_member';

/**
 * `waitingFor` is the invoice or payment that identifies the purchase, regardless of which object was found (subscription, invoice,
 * payment, refund or event). Each renewal has its own `waitingFor`. `memberId` is null if the buyer cannot be identified.
 */
export type UnreconciledObject =
  | { reason: 'not_ours' }
  | {
      reason: Exclude<UnreconciledReason, 'not_ours'>;
      about: string;
      waitingFor?: string;
      memberId: number | null;
      amount: ObjectAmount | null;
    };

export function unreconciledReason(reason: UnreconciledReason, undecided: UndecidedObject, memberId: number | null): UnreconciledObject {
  return reason === 'not_ours' ? { reason } : { reason, about: describeUndecided(undecided), memberId, amount: readAmount(undecided.news) };
}

export function describeWaiting(event: AppliedEvent, { waitingFor }: { waitingFor?: string }): AppliedEvent {
  return waitingFor === undefined ? event : { ...event, id: waitingFor, objectId: waitingFor };
}
