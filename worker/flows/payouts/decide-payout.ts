/** What a super administrator decides about a commission or a chest that is not paid yet, and what goes along with it. */
import type { DecisionEffects, EffectsQuery } from '#schema/payouts/admin-payouts.ts';
import { endedMonthsSince } from '#worker/domain/chests/chests.ts';
import type { ReferralState } from '#worker/domain/memberships/account.ts';
import { type DecisionRefusal, heldReasonsOf, judgeDecision } from '#worker/domain/payouts/payout.ts';
import { decideReferral } from '#worker/domain/referrals/referral-decision.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { untilCommitted } from '#worker/flows/memberships/until-committed.ts';
import { type ChestListRow, type CommissionListRow, type Decided, owedRowOf } from '#worker/store/payouts/admin-rows.ts';
import type { Store } from '#worker/store/store.ts';

interface Deps {
  store: Store;
  /** UTC unix seconds. */
  now: number;
}

/** Commission, keys and chests at once. News of the friend's money that come in between are looked at; a row that changed is refused. */
export function decideCommission({ store, now }: Deps, decided: Decided): Promise<Result<CommissionListRow, DecisionRefusal>> {
  const { admin, money } = store;
  return untilCommitted(`Commission ${decided.id}`, async () => {
    const row = await admin.payoutRows.commission(decided.id);
    const judged = judgeDecision(owedRowOf(row), decided.decision, decided.version);
    if (!judged.ok) return judged;
    if (!row) return err('payout_not_found');
    const { seen } = await money.load({ userId: row.friendId });
    if (!seen) return err('payout_not_found');
    const after = decideReferral(seen.account, decided.decision);
    if (!after.ok || !(await admin.payoutRows.decideCommission(row, seen, after.value, decided, now))) return 'outdated';
    return ok((await admin.payoutRows.commission(decided.id)) ?? row);
  });
}

/** No keys hang on a chest: it alone is decided about. */
export async function decideChest({ store, now }: Deps, decided: Decided): Promise<Result<ChestListRow, DecisionRefusal>> {
  const { payoutRows } = store.admin;
  const judged = judgeDecision(owedRowOf(await payoutRows.chest(decided.id)), decided.decision, decided.version);
  if (!judged.ok) return judged;
  const after = await payoutRows.decideChest(decided, now);
  return after ? ok(after) : err('changed_meanwhile');
}

/** What `decideCommission` would do beside the commission itself; refused where that would be. */
export async function effectsOnCommission(
  { store, now }: Deps,
  id: number,
  { decision, version }: EffectsQuery,
): Promise<Result<DecisionEffects, DecisionRefusal>> {
  const row = await store.admin.payoutRows.commission(id);
  const judged = judgeDecision(owedRowOf(row), decision, version);
  if (!judged.ok) return judged;
  if (!row) return err('payout_not_found');
  const { seen } = await store.money.load({ userId: row.friendId });
  const decided = seen ? decideReferral(seen.account, decision) : undefined;
  const [before, after] = [seen?.account.referral, decided?.ok ? decided.value.referral : undefined];
  const changes = before && after ? keyChanges(before, after) : [];
  const since = Math.min(...changes.map(({ at }) => at));
  return ok({
    treasureKeys: changes.reduce((sum, { amount }) => sum + amount, 0),
    chests: changes.length === 0 ? [] : await store.chests.foresee(row.memberId, endedMonthsSince(since, now), changes),
    heldNote: await heldNote(store, 'commissions', row),
  });
}

export async function effectsOnChest(
  { store }: Deps,
  id: number,
  { decision, version }: EffectsQuery,
): Promise<Result<DecisionEffects, DecisionRefusal>> {
  const row = await store.admin.payoutRows.chest(id);
  const judged = judgeDecision(owedRowOf(row), decision, version);
  if (!judged.ok) return judged;
  return row ? ok({ treasureKeys: 0, chests: [], heldNote: await heldNote(store, 'chests', row) }) : err('payout_not_found');
}

/** The rows that would be written, each with when the 12 months of the referral's keys began. */
function keyChanges(before: ReferralState, after: ReferralState) {
  const earnedAt = after.keyRows[0]?.at ?? 0;
  return after.keyRows.slice(before.keyRows.length).map((row) => ({ ...row, earnedAt }));
}

async function heldNote(store: Store, kind: 'commissions' | 'chests', { id, heldReason }: CommissionListRow | ChestListRow) {
  const isSomebodys = heldReasonsOf(heldReason).some((reason) => reason === 'administrator' || reason === 'decision');
  return isSomebodys ? store.admin.payoutRows.heldNote(kind, id) : null;
}
