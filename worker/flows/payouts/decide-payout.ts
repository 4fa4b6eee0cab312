/** Decisions on unpaid commissions and chests, including their side effects. For super administrators only. */
import type { DecisionEffects, EffectsQuery } from '#schema/payouts/admin-payouts.ts';
import { endedMonthsSince } from '#worker/domain/chests/chests.ts';
import type { ReferralState } from '#worker/domain/memberships/account.ts';
import { checkDecision, type DecisionRefusal, parseHeldReasons } from '#worker/domain/payouts/payout.ts';
import { decideReferral } from '#worker/domain/referrals/referral-decision.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { retryUntilCommitted } from '#worker/flows/memberships/retry-until-committed.ts';
import { type ChestListRow, type CommissionListRow, type DecisionInput, toOwedRow } from '#worker/store/payouts/admin-rows.ts';
import type { Store } from '#worker/store/store.ts';

interface Deps {
  store: Store;
  /** Current time in Unix seconds (UTC). */
  now: number;
}

/**
 * Changes the commission, keys and chests in one batch. Starts over if the referred member's account changes concurrently, and fails if the
 * commission itself has changed.
 */
export function decideCommission({ store, now }: Deps, input: DecisionInput): Promise<Result<CommissionListRow, DecisionRefusal>> {
  const { admin, money } = store;
  return retryUntilCommitted(async () => {
    const row = await admin.payoutRows.commission(input.id);
    const checkResult = checkDecision(toOwedRow(row), input.decision, input.version);
    if (!checkResult.ok) return checkResult;
    if (!row) return err('payout_not_found');
    const { snapshot } = await money.load({ userId: row.friendId });
    if (!snapshot) return err('payout_not_found');
    const decisionResult = decideReferral(snapshot.account, input.decision);
    if (!decisionResult.ok || !(await admin.payoutRows.decideCommission(row, snapshot, decisionResult.value, input, now))) return 'stale';
    return ok((await admin.payoutRows.commission(input.id)) ?? row);
  });
}

/** Decides on one chest. No keys depend on a chest, so nothing else changes. */
export async function decideChest({ store, now }: Deps, input: DecisionInput): Promise<Result<ChestListRow, DecisionRefusal>> {
  const { payoutRows } = store.admin;
  const checkResult = checkDecision(toOwedRow(await payoutRows.chest(input.id)), input.decision, input.version);
  if (!checkResult.ok) return checkResult;
  const updatedChest = await payoutRows.decideChest(input, now);
  return updatedChest ? ok(updatedChest) : err('changed_meanwhile');
}

/** Previews the side effects of `decideCommission`, with the same errors. */
export async function previewCommissionDecision(
  { store, now }: Deps,
  id: number,
  { decision, version }: EffectsQuery,
): Promise<Result<DecisionEffects, DecisionRefusal>> {
  const row = await store.admin.payoutRows.commission(id);
  const checkResult = checkDecision(toOwedRow(row), decision, version);
  if (!checkResult.ok) return checkResult;
  if (!row) return err('payout_not_found');
  const { snapshot } = await store.money.load({ userId: row.friendId });
  const input = snapshot ? decideReferral(snapshot.account, decision) : undefined;
  const [before, after] = [snapshot?.account.referral, input?.ok ? input.value.referral : undefined];
  const changes = before && after ? listKeyChanges(before, after) : [];
  const firstChangeAt = Math.min(...changes.map(({ at }) => at));
  return ok({
    treasureKeys: changes.reduce((sum, { amount }) => sum + amount, 0),
    chests: changes.length === 0 ? [] : await store.chests.previewChanges(row.memberId, endedMonthsSince(firstChangeAt, now), changes),
    heldNote: await loadHeldNote(store, 'commissions', row),
  });
}

export async function previewChestDecision(
  { store }: Deps,
  id: number,
  { decision, version }: EffectsQuery,
): Promise<Result<DecisionEffects, DecisionRefusal>> {
  const row = await store.admin.payoutRows.chest(id);
  const checkResult = checkDecision(toOwedRow(row), decision, version);
  if (!checkResult.ok) return checkResult;
  return row ? ok({ treasureKeys: 0, chests: [], heldNote: await loadHeldNote(store, 'chests', row) }) : err('payout_not_found');
}

/** Returns the key rows that the decision adds, each with the start of the 12 months during which the referral's keys count. */
function listKeyChanges(before: ReferralState, after: ReferralState) {
  const earnedAt = after.keyRows[0]?.at ?? 0;
  return after.keyRows.slice(before.keyRows.length).map((row) => ({ ...row, earnedAt }));
}

async function loadHeldNote(store: Store, kind: 'commissions' | 'chests', { id, heldReason }: CommissionListRow | ChestListRow) {
  const isAdministratorHold = parseHeldReasons(heldReason).some((reason) => reason === 'administrator' || reason === 'decision');
  return isAdministratorHold ? store.admin.payoutRows.heldNote(kind, id) : null;
}
