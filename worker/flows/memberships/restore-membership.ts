import { restoreEndedYears } from '#worker/domain/memberships/grants.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { commitAccount } from './commit-account.ts';
import type { PaymentDeps } from './deps.ts';
import { retryUntilCommitted } from './retry-until-committed.ts';

/** Restores the membership that ended at `deletedAt` because of a deletion request that has since been canceled. Safe to repeat. */
export function restoreMembership(deps: PaymentDeps, userId: number, deletedAt: Seconds): Promise<void> {
  return retryUntilCommitted(async () => {
    const { snapshot } = await deps.store.money.load({ userId });
    if (!snapshot) return;
    const restoredAccount = restoreEndedYears(snapshot.account, deletedAt, deps.now);
    if ((await commitAccount(deps, snapshot, restoredAccount, null)) === 'stale') return 'stale';
  });
}
