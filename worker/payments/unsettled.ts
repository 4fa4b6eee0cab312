/** Why one of Stripe's objects could not be applied, and what of it a person is shown. */

import type { ReconcileRefusal } from '#worker/domain/money/reconcile.ts';
import { describeUndecided, type Undecided } from '#worker/domain/money/undecided.ts';

/** unknown_member: it is marked as ours, its order is lost, and nobody is certain to be who ordered. */
export type UnsettledReason = ReconcileRefusal | 'unknown_member';

/** What is not ours is nothing to look at. */
export type Unsettled = { reason: 'not_ours' } | { reason: Exclude<UnsettledReason, 'not_ours'>; about: string };

export function unsettled(reason: UnsettledReason, of: Undecided | undefined): Unsettled {
  return reason === 'not_ours' ? { reason } : { reason, about: of ? describeUndecided(of) : '' };
}
