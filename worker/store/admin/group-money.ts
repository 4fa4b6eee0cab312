/** Commissions with the accounts of the friends who bought: the rules of money go by those. */
import type { GroupCommission } from '#worker/domain/review/group-facts.ts';
import { moneyStore } from '#worker/store/money.ts';
import type { MoneySeen } from '#worker/store/money-writes.ts';

type CommissionOfFriend = Omit<GroupCommission, 'account'> & { friendId: number };

/** A round trip for each, all at once. */
export async function withAccounts(
  db: D1Database,
  found: CommissionOfFriend[],
): Promise<{ commissions: GroupCommission[]; money: Map<number, MoneySeen> }> {
  const { load } = moneyStore(db);
  const money = new Map<number, MoneySeen>();
  const commissions = await Promise.all(
    found.map(async ({ friendId, ...commission }) => {
      const { seen } = await load({ paymentIntentId: null, subscriptionId: null, orderReference: null, userId: friendId });
      if (!seen) throw new Error(`Commission ${commission.id}: member ${friendId} is not there`);
      money.set(commission.id, seen);
      return { ...commission, account: seen.account };
    }),
  );
  return { commissions, money };
}
