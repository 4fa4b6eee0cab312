/**
 * Loads commissions for a group decision. Includes the referred friend's account with each one because the commission rules depend on that
 * account.
 */

import type { GroupCommission } from '#worker/domain/reviews/group-facts.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { moneyStore } from '#worker/store/memberships/money.ts';
import type { VersionedAccount } from '#worker/store/memberships/money-writes.ts';

export type GroupCommissionRow = Omit<GroupCommission, 'account'> & { friendId: number };

export const groupCommissionColumns = `c.id AS "id", c.referrer_id AS "userId", c.referred_id AS "friendId", c.amount_cents AS "amountCents", c.status AS "status",
  c.held_reason AS "heldReason"`;

/** Loads the referred friends' accounts in one round trip. */
export async function withAccounts(
  db: Database,
  env: StoreEnv,
  found: GroupCommissionRow[],
): Promise<{ commissions: GroupCommission[]; money: Map<number, VersionedAccount> }> {
  if (found.length === 0) return { commissions: [], money: new Map() };
  const loaded = await moneyStore(db, env).loadMany(found.map(({ friendId }) => friendId));
  const accounts = new Map(loaded.map((one) => [one.account.memberId, one]));
  const money = new Map<number, VersionedAccount>();
  const commissions = found.map(({ friendId, ...commission }) => {
    const friend = accounts.get(friendId);
    if (!friend) throw new Error(`Commission ${commission.id}: member ${friendId} not found`);
    money.set(commission.id, friend);
    return { ...commission, account: friend.account };
  });
  return { commissions, money };
}
