import { useEffect } from 'react';
import type { FoundCards } from '#schema/scans/find.ts';
import type { FindSummary } from '#schema/scans/find-history.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { createSnapshot, readSnapshot, storeSnapshot } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { now } from '#web/lib/react/now.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import type { Query } from '#web/ui/states/Loaded.tsx';

/**
 * Stores the member's balance and finds on the device each time the page has loaded them. Stores nothing while an administrator views the
 * account, because then no member is signed in.
 */
export function useAccountSnapshot({ data, error, isValidating }: Query<FoundCards[]>, summary?: FindSummary): void {
  const { user } = useUser();
  const newestFinds = error || isValidating ? undefined : data?.[0];
  useEffect(() => {
    if (!user || !newestFinds || user.id !== getTokenMemberId()) return;
    storeSnapshot(user.id, createSnapshot({ user, newestFinds, summary }, readSnapshot(user.id), now()));
  }, [user, newestFinds, summary]);
}
