/**
 * Loads commissions for a group decision. Includes the referred friend's account with each one because the commission rules depend on that
 * account.
 */

import type { GroupCommission } from '#worker/domain/reviews/group-facts.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { moneyStore } from '#worker/store/memberships/money.ts';
import type { AccountSnapshot } from '#worker/store/memberships/money-writes.ts';

export type GroupCommissionRow = Omit<GroupCommission, 'account'> & { friendId: number };

export const groupCommissionColumns = `c.id AS "id", c.referrer_id AS "userId", c.referred_id AS "friendId", c.amount_cents AS "amountCents", c.status AS "status",
  c.held_reason AS "heldReason"`;

/** Loads the referred friends' accounts in parallel, in one round trip per commission. */
export async function withAccounts(
  db: Database,
  env: StoreEnv,
  found: GroupCommissionRow[],
): Promise<{ commissions: GroupCommission[]; money: Map<number, AccountSnapshot> }> {
  const { load } = moneyStore(db, env);
  const money = new Map<number, AccountSnapshot>();
  const commissions = await Promise.all(
    found.map(async ({ friendId, ...commission }) => {
      const { snapshot } = await load({ paymentIntentId: null, subscriptionId: null, orderReference: null, userId: friendId });
      if (!snapshot) throw new Error(`Commission ${commission.id}: member ${friendId} not found`);
      money.set(commission.id, snapshot);
      return { ...commission, account: snapshot.account };
    }),
  );
  return { commissions, money };
}
