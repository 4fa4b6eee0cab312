import type { ExclusionReason, LineStatus, RemovalReason, RunScope, RunStatus } from '#schema/payouts/admin-payout-runs.ts';
import { payPalLinesPerFile } from '#schema/rules.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const scopeLabels: Record<RunScope, string> = {
  all: 'All that is owed',
  commissions: 'Commissions',
  chests: 'Treasure chests',
  premium: 'Premium members',
  overdue: 'Overdue members',
};

export const runStatusLabels: Record<RunStatus, StateWord> = {
  collecting: { word: 'Being collected', tone: 'info' },
  frozen: { word: 'Waits for approval', tone: 'yellow' },
  approved: { word: 'Approved', tone: 'info' },
  paying: { word: 'Being paid', tone: 'info' },
  paid: { word: 'Paid', tone: 'green' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
};

export const lineStatusLabels: Record<LineStatus, StateWord> = {
  in: { word: 'To pay', tone: 'info' },
  paid: { word: 'Paid', tone: 'green' },
  returned: { word: 'Came back', tone: 'yellow' },
  out: { word: 'Taken out', tone: 'grey' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
};

export const leftOutLabels: Record<ExclusionReason, string> = {
  no_address: 'no PayPal address: they are asked for it',
  address_held: 'the PayPal address was changed in the last 7 days',
  tax_form: 'paid $600 this year: the tax form is not noted',
  held: 'something of theirs is held',
  carried_over: 'more was taken back than is owed',
  suspended: 'suspended',
  left: 'the account is being deleted',
  in_run: 'in another run already',
};

export const outLabels: Record<RemovalReason, string> = {
  left: 'the account is being deleted',
  suspended: 'suspended',
  held: 'something of it is held',
  taken_back: 'something of it was taken back',
  changed: 'the amount changed',
  tax_form: 'tax form missing for $600 or more this year',
  address_changed: 'the PayPal address changed',
};

/** PayPal limits the size of a file. */
export function fileParts(lines: number): number[] {
  return Array.from({ length: Math.ceil(lines / payPalLinesPerFile) }, (_, index) => index + 1);
}
