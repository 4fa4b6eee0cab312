/** Payout run states, permissions and PayPal's file. Product rules: Payout runs. */
import type { RunScope, RunStatus } from '#schema/payouts/admin-payout-runs.ts';
import { payoutUndoSeconds, payPalLinesPerFile, secondsPerDay, typedTotalAboveCents } from '#schema/rules.ts';
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { overdueSince } from './payout.ts';

const noDateLimit = Number.MAX_SAFE_INTEGER;

export function runTerms({ scope, until }: { scope: RunScope; until: string | null }, now: Seconds) {
  const before = until === null ? noDateLimit : Date.parse(`${until}T00:00:00Z`) / 1_000 + secondsPerDay;
  return { scope, before, overdueAt: overdueSince(now), now };
}

export function yearStart(year: number): Seconds {
  return Date.UTC(year, 0, 1) / 1_000;
}

export interface RunSnapshot {
  status: RunStatus;
  version: number;
  lines: number;
  totalCents: number;
}

export type RunStep = 'approve' | 'pay' | 'cancel';
export type RunRefusal = 'payout_run_not_found' | 'changed_meanwhile' | 'payout_run_empty' | 'payout_total_differs';

const allowedStatuses = {
  approve: ['frozen'],
  pay: ['approved'],
  cancel: ['collecting', 'frozen', 'approved'],
} as const satisfies Record<RunStep, readonly RunStatus[]>;

/**
 * Checks whether an action is allowed for a run that was loaded earlier. The database write checks the status and version again.
 * Administrators must type large totals to confirm them so that an accidental click cannot start a payment.
 */
export function decideStep<Run extends RunSnapshot>(
  run: Run | undefined,
  step: RunStep,
  { version, totalCents }: { version: number; totalCents?: number | undefined },
): Result<Run, RunRefusal> {
  if (!run) return err('payout_run_not_found');
  const from: readonly RunStatus[] = allowedStatuses[step];
  if (run.version !== version || !from.includes(run.status)) return err('changed_meanwhile');
  if (step !== 'cancel' && run.lines === 0) return err('payout_run_empty');
  return run.totalCents > typedTotalAboveCents && totalCents !== run.totalCents ? err('payout_total_differs') : ok(run);
}

/** Facts that decide whether "marked as paid" can be undone for a run. */
export interface UndoFacts {
  status: RunStatus;
  version: number;
  paidAt: Seconds | null;
  isReturned: 0 | 1;
  /** A commission paid by the run was reversed after the payment. */
  isReversed: 0 | 1;
  /** Since the run was marked as paid, one of its payments was added or returned, or rows that a payment settled have changed. */
  isChanged: 0 | 1;
  /** A member of this run is also in a newer, unpaid run. */
  isInOtherRun: 0 | 1;
  /** A member has already been emailed about a payment in this run. */
  isMailed: 0 | 1;
}

export type UndoRefusal =
  | 'payout_run_not_found'
  | 'changed_meanwhile'
  | 'payout_undo_late'
  | 'payout_undo_returned'
  | 'payout_undo_reversed'
  | 'payout_undo_changed'
  | 'payout_undo_in_run';

/** Checks whether marking the run as paid can be undone. The database write repeats the check. */
export function decideUndo(run: UndoFacts | undefined, version: number, now: Seconds): Result<'undo', UndoRefusal> {
  if (!run) return err('payout_run_not_found');
  if ((run.status !== 'paying' && run.status !== 'paid') || run.paidAt === null) return err('changed_meanwhile');
  if (run.isReturned) return err('payout_undo_returned');
  if (run.isReversed) return err('payout_undo_reversed');
  if (run.isChanged) return err('payout_undo_changed');
  if (run.isInOtherRun) return err('payout_undo_in_run');
  if (now >= run.paidAt + payoutUndoSeconds || run.isMailed) return err('payout_undo_late');
  return run.version === version ? ok('undo') : err('changed_meanwhile');
}

/** Deadline for undoing "marked as paid" for the run; null if it cannot be undone. */
export function undoableUntil({ status, paidAt }: { status: RunStatus; paidAt: Seconds | null }, now: Seconds): Seconds | null {
  const until = paidAt !== null && (status === 'paying' || status === 'paid') ? paidAt + payoutUndoSeconds : 0;
  return until > now ? until : null;
}

/** Returns a unique reference for a payout line. It appears in PayPal's file, in the member's email and in lists. */
export function lineReference(runId: number, lineId: number): string {
  return `CC-${runId}-${lineId}`;
}

/** Returns a line's cells for PayPal's payout file: recipient, amount, currency, our reference, note and wallet. */
export function payPalCells(line: { address: string; amountCents: number; reference: string }): string[] {
  return [line.address, formatDollars(line.amountCents), 'USD', line.reference, 'Cache Cards earnings', 'PAYPAL'];
}

export function countLinesBefore(part: number): number {
  return (part - 1) * payPalLinesPerFile;
}
