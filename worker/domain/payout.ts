/** What is owed to members: in which order it is paid, and what of it is held. Rulings sections 7 and 8. */
import type { PayeeState } from '#schema/admin/payouts.ts';
import { commissionDueSeconds } from '#schema/rules.ts';
import { err, ok, type Result } from './result.ts';
import type { Seconds } from './time.ts';

/** What came before this instant is overdue. Commissions are promised by then; chests are looked at by the same measure. */
export function overdueSince(now: Seconds): Seconds {
  return now - commissionDueSeconds;
}

/** `oldestAt` is when the oldest of what is owed came. */
export function payeeState({ netCents, isLeaving }: { netCents: number; isLeaving: boolean }): PayeeState {
  if (isLeaving) return 'left';
  return netCents > 0 ? 'to_pay' : 'carried_over';
}

/** A commission or chest as an administrator who decides about it finds it. */
export interface HeldRow {
  version: number;
  status: string;
  heldReason: string | null;
  /** The member has asked for the deletion of their account, or is gone. */
  hasLeft: boolean;
}

export type HeldRefusal = 'payout_not_found' | 'changed_meanwhile' | 'payout_disputed' | 'member_leaving';

/** A dispute ends by itself, and who has left has given up what was not paid: both wait, or are refused. */
export function decideRelease(row: HeldRow | undefined, version: number): Result<undefined, HeldRefusal> {
  const refused = decideRefusal(row, version);
  if (!refused.ok || !row) return refused;
  if (row.hasLeft) return err('member_leaving');
  return isDisputed(row.heldReason) ? err('payout_disputed') : ok(undefined);
}

/** Whatever is held can be refused: nothing was paid, so nothing is taken back. */
export function decideRefusal(row: HeldRow | undefined, version: number): Result<undefined, HeldRefusal> {
  if (!row) return err('payout_not_found');
  return row.status === 'held' && row.version === version ? ok(undefined) : err('changed_meanwhile');
}

export function isDisputed(heldReason: string | null): boolean {
  return heldReason?.split(',').includes('dispute') ?? false;
}
