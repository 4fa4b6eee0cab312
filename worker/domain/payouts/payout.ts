/** What is owed to members: in which order it is paid, what of it is held, and what administrators decide about it. */
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { type CommissionKind, type HeldReason, heldReasons } from '#schema/referrals/referral.ts';
import { commissionDueSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** What came before this instant is overdue. Commissions are promised by then; chests are looked at by the same measure. */
export function overdueSince(now: Seconds): Seconds {
  return now - commissionDueSeconds;
}

/** A commission or chest as an administrator who decides about it finds it. */
export interface OwedRow {
  kind: CommissionKind | 'chest';
  version: number;
  status: 'pending' | 'paid' | 'reversed' | 'held';
  heldReason: string | null;
  /** The member has asked for the deletion of their account, or is gone. */
  hasLeft: boolean;
}

export type DecisionRefusal = 'payout_not_found' | 'changed_meanwhile' | 'payout_disputed' | 'member_leaving';

/** What each decision is made about, and what becomes of it. Nothing was paid yet, so nothing is taken back. */
export const decisions = {
  hold: { about: ['pending'], to: 'held' },
  release: { about: ['held'], to: 'pending' },
  refuse: { about: ['pending', 'held'], to: 'reversed' },
} as const satisfies Record<PayoutDecision, { about: OwedRow['status'][]; to: OwedRow['status'] }>;

/** A dispute ends by itself, and who has left has given up what was not paid: both are not released. */
export function judgeDecision(row: OwedRow | undefined, decision: PayoutDecision, version: number): Result<undefined, DecisionRefusal> {
  if (!row) return err('payout_not_found');
  if (row.version !== version || row.kind === 'reversal' || row.kind === 'restoration' || !isAbout(decision, row.status))
    return err('changed_meanwhile');
  if (decision !== 'release') return ok(undefined);
  if (row.hasLeft) return err('member_leaving');
  return heldReasonsOf(row.heldReason).includes('dispute') ? err('payout_disputed') : ok(undefined);
}

export function isAbout(decision: PayoutDecision, status: OwedRow['status']): boolean {
  return decisions[decision].about.some((one) => one === status);
}

/** The reasons as they are kept: sorted, with commas between them. */
export function writeHeldReasons(reasons: Iterable<HeldReason>): string | null {
  return [...reasons].sort().join(',') || null;
}

export function heldReasonsOf(heldReason: string | null): HeldReason[] {
  const named = heldReason?.split(',') ?? [];
  return heldReasons.filter((reason) => named.includes(reason));
}
