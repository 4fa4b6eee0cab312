/** Rules for unpaid commissions and chests: when they are overdue, reasons for holds, and administrators' decisions. */
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { type CommissionKind, type HeldReason, heldReasons } from '#schema/referrals/referral.ts';
import { commissionDueSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

/**
 * Returns the cutoff time: entries that have been unpaid since before this time are overdue. We promise to pay commissions within
 * `commissionDueSeconds`; the same limit applies to chests.
 */
export function overdueSince(now: Seconds): Seconds {
  return now - commissionDueSeconds;
}

export interface OwedRow {
  kind: CommissionKind | 'chest';
  version: number;
  status: 'pending' | 'paid' | 'reversed' | 'held';
  heldReason: string | null;
  hasLeft: boolean;
}

export type DecisionRefusal = 'payout_not_found' | 'changed_meanwhile' | 'payout_disputed' | 'member_leaving';

/** Maps each decision to the statuses in which it is allowed (`allowedFrom`) and to the new status. Only unpaid entries can be changed. */
export const decisions = {
  hold: { allowedFrom: ['pending'], to: 'held' },
  release: { allowedFrom: ['held'], to: 'pending' },
  refuse: { allowedFrom: ['pending', 'held'], to: 'reversed' },
} as const satisfies Record<PayoutDecision, { allowedFrom: OwedRow['status'][]; to: OwedRow['status'] }>;

/**
 * Checks whether a decision about an unpaid entry is allowed. An entry with an open dispute cannot be released until the dispute closes.
 * Entries of members who left are forfeited, so they cannot be released either.
 */
export function checkDecision(row: OwedRow | undefined, decision: PayoutDecision, version: number): Result<undefined, DecisionRefusal> {
  if (!row) return err('payout_not_found');
  if (row.version !== version || row.kind === 'reversal' || row.kind === 'restoration' || !appliesToStatus(decision, row.status))
    return err('changed_meanwhile');
  if (decision !== 'release') return ok(undefined);
  if (row.hasLeft) return err('member_leaving');
  return parseHeldReasons(row.heldReason).includes('dispute') ? err('payout_disputed') : ok(undefined);
}

export function appliesToStatus(decision: PayoutDecision, status: OwedRow['status']): boolean {
  return decisions[decision].allowedFrom.some((allowedStatus) => allowedStatus === status);
}

export function writeHeldReasons(reasons: Iterable<HeldReason>): string | null {
  return [...reasons].sort().join(',') || null;
}

export function parseHeldReasons(heldReason: string | null): HeldReason[] {
  const reasons = heldReason?.split(',') ?? [];
  return heldReasons.filter((reason) => reasons.includes(reason));
}
