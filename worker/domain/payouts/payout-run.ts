/** Payout run states, permissions and PayPal's file. Product rules: Payout runs. */
import type { RunScope, RunStatus } from '#schema/payouts/admin-payout-runs.ts';
import { payPalLinesPerFile, secondsPerDay } from '#schema/rules.ts';
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
  createdById: number;
}

export type RunStep = 'approve' | 'pay' | 'cancel';
export type RunRefusal = 'payout_run_not_found' | 'changed_meanwhile' | 'second_administrator' | 'payout_run_empty';

const allowedStatuses = {
  approve: ['frozen'],
  pay: ['approved'],
  cancel: ['collecting', 'frozen', 'approved'],
} as const satisfies Record<RunStep, readonly RunStatus[]>;

/** The creator of a run may only approve it if no other super administrator can. */
export function canApprove(
  createdById: number,
  adminId: number,
  { isSoleApprover, isDevelopment }: { isSoleApprover: boolean; isDevelopment: boolean },
) {
  return createdById !== adminId || isSoleApprover || isDevelopment;
}

/** Checks a run that was read earlier; the write checks status and version again. */
export function decideStep<Run extends RunSnapshot>(run: Run | undefined, step: RunStep, version: number): Result<Run, RunRefusal> {
  if (!run) return err('payout_run_not_found');
  const from: readonly RunStatus[] = allowedStatuses[step];
  if (run.version !== version || !from.includes(run.status)) return err('changed_meanwhile');
  return step !== 'cancel' && run.lines === 0 ? err('payout_run_empty') : ok(run);
}

/** Returns a unique reference for PayPal, the member's email and lists. */
export function lineReference(runId: number, lineId: number): string {
  return `CC-${runId}-${lineId}`;
}

/** Returns PayPal's columns: recipient, amount, currency, our reference, note and wallet. */
export function payPalCells(line: { address: string; amountCents: number; reference: string }): string[] {
  return [line.address, formatDollars(line.amountCents), 'USD', line.reference, 'Cache Cards earnings', 'PAYPAL'];
}

export function countLinesBefore(part: number): number {
  return (part - 1) * payPalLinesPerFile;
}
