import type { ExclusionReason, LineStatus, RemovalReason, RunScope, RunStatus } from '#schema/payouts/admin-payout-runs.ts';
import { payPalLinesPerFile } from '#schema/rules.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const scopeLabels: Record<RunScope, string> = {
  all: 'Everything owed',
  commissions: 'Commissions',
  chests: 'Treasure chests',
  premium: 'Premium members',
  overdue: 'Overdue members',
};

export const runStatusLabels: Record<RunStatus, StateLabel> = {
  collecting: { label: 'Collecting', tone: 'info' },
  frozen: { label: 'Awaiting approval', tone: 'yellow' },
  approved: { label: 'Approved', tone: 'info' },
  paying: { label: 'Paying', tone: 'info' },
  paid: { label: 'Paid', tone: 'green' },
  cancelled: { label: 'Canceled', tone: 'grey' },
};

export const lineStatusLabels: Record<LineStatus, StateLabel> = {
  in: { label: 'To pay', tone: 'info' },
  paid: { label: 'Paid', tone: 'green' },
  returned: { label: 'Returned', tone: 'yellow' },
  out: { label: 'Removed', tone: 'grey' },
  cancelled: { label: 'Canceled', tone: 'grey' },
};

export const exclusionLabels: Record<ExclusionReason, string> = {
  no_address: 'no PayPal address; we’ll ask them for one',
  address_held: 'PayPal address changed in the last 7 days',
  tax_form: 'would reach this year’s tax threshold, no tax form on record',
  held: 'some of it is on hold',
  carried_over: 'reversals exceed the amount owed',
  suspended: 'suspended',
  left: 'account is being deleted',
  in_run: 'already in another run',
};

export const removalLabels: Record<RemovalReason, string> = {
  left: 'account is being deleted',
  suspended: 'suspended',
  held: 'some of it was put on hold',
  taken_back: 'some of it was reversed',
  changed: 'the amount changed',
  tax_form: 'would reach this year’s tax threshold, no tax form on record',
  address_changed: 'PayPal address changed',
  given: 'the approver, or a connected account, gave this member something, so someone independent must approve it',
};

/** Returns the numbers of the files that a run is split into. PayPal limits the size of a file. */
export function fileParts(lines: number): number[] {
  return Array.from({ length: Math.ceil(lines / payPalLinesPerFile) }, (_, index) => index + 1);
}
