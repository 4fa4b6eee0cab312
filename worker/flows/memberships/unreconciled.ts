/** Why one of Stripe's objects could not be applied, and what of it a person is shown. */

import type { ReconcileRefusal } from '#worker/domain/memberships/reconcile.ts';
import { describeUndecided, type Undecided } from '#worker/domain/memberships/undecided.ts';
import type { AppliedEvent } from '#worker/store/memberships/money.ts';

/** unknown_member: it is marked as ours, its order is lost, and nobody is certain to be who ordered. */
export type UnsettledReason = ReconcileRefusal | 'unknown_member';

/**
 * What is not ours is nothing to look at. `waitsAs`: the invoice or payment by which a purchase waits once, whatever of it was
 * found: subscription, invoice, payment, refund or event; each further year is one more.
 */
export type Unreconciled = { reason: 'not_ours' } | { reason: Exclude<UnsettledReason, 'not_ours'>; about: string; waitsAs?: string };

export function unreconciledReason(reason: UnsettledReason, of: Undecided | undefined): Unreconciled {
  return reason === 'not_ours' ? { reason } : { reason, about: of ? describeUndecided(of) : '' };
}

/** Under which name what could not be applied waits for a person. */
export function waitingAs(found: AppliedEvent, { waitsAs }: { waitsAs?: string }): AppliedEvent {
  return waitsAs === undefined ? found : { ...found, id: waitsAs, objectId: waitsAs };
}
