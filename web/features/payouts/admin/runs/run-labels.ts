import type { ExclusionReason, LineStatus, RemovalReason, RunScope, RunStatus } from '#schema/payouts/admin-payout-runs.ts';
import { payPalLinesPerFile } from '#schema/rules.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const scopeLabels: Record<RunScope, string> = {
  all: 'Everything owed',
  commissions: 'Commissions',
  chests: 'Treasure chests',
  premium: 'Premium members',
  overdue: 'Overdue members',
};

export const runStatusLabels: Record<RunStatus, StateWord> = {
  collecting: { word: 'Collecting', tone: 'info' },
  frozen: { word: 'Awaiting approval', tone: 'yellow' },
  approved: { word: 'Approved', tone: 'info' },
  paying: { word: 'Paying', tone: 'info' },
  paid: { word: 'Paid', tone: 'green' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
};

export const lineStatusLabels: Record<LineStatus, StateWord> = {
  in: { word: 'To pay', tone: 'info' },
  paid: { word: 'Paid', tone: 'green' },
  returned: { word: 'Returned', tone: 'yellow' },
  out: { word: 'Removed', tone: 'grey' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
};

export const exclusionLabels: Record<ExclusionReason, string> = {
  no_address: 'no PayPal address; we’ll ask them for one',
  address_held: 'PayPal address changed in the last 7 days',
  tax_form: 'paid $600 or more this year, no tax form on record',
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
  tax_form: 'paid $600 or more this year, no tax form on record',
  address_changed: 'PayPal address changed',
};

/** PayPal limits the size of a file. */
export function fileParts(lines: number): number[] {
  return Array.from({ length: Math.ceil(lines / payPalLinesPerFile) }, (_, index) => index + 1);
}
