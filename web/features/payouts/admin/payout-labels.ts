import type { AdminChest, AdminCommission, DecisionEffects, Payee, PayoutDecision, PayoutEntry } from '#schema/payouts/admin-payouts.ts';
import { getTaxFormThresholdCents } from '#schema/payouts/tax-year.ts';
import { type HeldReason, heldReasons as knownReasons } from '#schema/referrals/referral.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { dollars, formatDollars, monthName, plural } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const heldLabels: Record<HeldReason, string> = {
  administrator: 'held by an administrator',
  decision: 'held by a group decision',
  same_card: 'both paid with the same card',
  same_address: 'both share a postal or network address',
  disposable_email: 'the friend uses a disposable email address',
  dispute: 'the payment is disputed',
  member_left: 'the member deleted their account',
};

/** Returns the labels of comma-separated reasons, except the one that is already shown. */
export function listHoldReasons(heldReason: string | null, shownReason: string | null = null): string[] {
  const reasonCodes = heldReason?.split(',') ?? [];
  return knownReasons.filter((reason) => reason !== shownReason && reasonCodes.includes(reason)).map((reason) => heldLabels[reason]);
}

export const isDisputed = (heldReason: string | null) => heldReason?.split(',').includes('dispute') ?? false;

/**
 * Returns whether an administrator can release a held amount. A hold for a dispute ends when the dispute does, and members who left have
 * forfeited their earnings.
 */
export function canBeReleased({ status, hasLeft, heldReason }: AdminChest | AdminCommission): boolean {
  return status === 'held' && !hasLeft && !isDisputed(heldReason);
}

export const statusLabels: Record<AdminCommission['status'], StateLabel> = {
  pending: { label: 'To pay', tone: 'info' },
  held: { label: 'On hold', tone: 'yellow' },
  paid: { label: 'Paid', tone: 'green' },
  reversed: { label: 'Reversed', tone: 'grey' },
};

/** Returns the label of a row's status. Rows without a dollar amount are labeled `Keys only`. */
export function getOwedLabel(row: AdminCommission | AdminChest): StateLabel {
  if (row.status === 'pending' && row.amountCents !== 0 && row.isSuspended) return { label: 'Paused: suspended', tone: 'yellow' };
  if ('isOverdue' in row && row.isOverdue) return { label: 'Overdue', tone: 'red' };
  return row.status === 'pending' && row.amountCents === 0 ? { label: 'Keys only', tone: 'info' } : statusLabels[row.status];
}

/** Describes the value of a row: `$20.00 and 2 Treasure Keys`, or `1 Treasure Key, no money`. */
export function getAmountText(row: AdminCommission | AdminChest): string {
  const keys = 'treasureKeys' in row && row.treasureKeys > 0 ? plural(row.treasureKeys, 'Treasure Key') : null;
  const money = formatDollars(row.amountCents / 100);
  if (keys === null) return money;
  return row.amountCents === 0 ? `${keys}, no money` : `${money} and ${keys}`;
}

interface DecisionLabels {
  verb: string;
  pendingLabel: string;
  doneTitle: string;
  meaning: string;
  failed: string;
  cancel: (row: AdminCommission | AdminChest) => string;
  outcome: (row: AdminCommission | AdminChest) => string;
}

export const decisionLabels: Record<PayoutDecision, DecisionLabels> = {
  hold: {
    verb: 'Hold',
    pendingLabel: 'Holding…',
    doneTitle: 'On hold',
    meaning: 'Until you release these earnings, they aren’t paid and their keys don’t count toward chests.',
    failed: 'Couldn’t put the earnings on hold',
    cancel: () => 'Cancel',
    outcome: (row) => `${getAmountText(row)}. ${memberLabel(row.member)} now sees it as under review.`,
  },
  release: {
    verb: 'Release',
    pendingLabel: 'Releasing…',
    doneTitle: 'Released',
    meaning: 'These earnings become payable with their original date, and their keys count from that date.',
    failed: 'Couldn’t release the earnings',
    cancel: () => 'Keep on hold',
    outcome: (row) => (row.amountCents === 0 ? 'The keys count now.' : `${formatDollars(row.amountCents / 100)} can now be paid.`),
  },
  refuse: {
    verb: 'Refuse',
    pendingLabel: 'Refusing…',
    doneTitle: 'Refused',
    meaning: 'These earnings won’t be paid, and their keys won’t count. This can’t be undone.',
    failed: 'Couldn’t refuse the earnings',
    cancel: (row) => (row.status === 'held' ? 'Keep on hold' : 'Cancel'),
    outcome: (row) => `${getAmountText(row)}. ${memberLabel(row.member)} now sees it as reversed.`,
  },
};

/** Describes a change to a chest: `October 2026: Gold chest opens`, or `October 2026: Silver instead of Gold chest`. */
export function getChestEffectLabel({ month, levelBefore, levelAfter }: DecisionEffects['chests'][number]): string {
  const [before, after] = [chestName({ level: levelBefore }), chestName({ level: levelAfter })];
  if (levelBefore === 0) return `${monthName(month)}: ${after} chest opens`;
  return levelAfter === 0 ? `${monthName(month)}: no ${before} chest` : `${monthName(month)}: ${after} instead of ${before} chest`;
}

export function getPayeeLabel({ state, isOverdue, address }: Pick<Payee, 'state' | 'isOverdue' | 'address'>): StateLabel {
  if (state === 'left') return { label: 'Account deleted', tone: 'grey' };
  if (state === 'suspended') return { label: 'Paused: suspended', tone: 'yellow' };
  if (state === 'in_run') return { label: 'In a payout run', tone: 'info' };
  if (state === 'tax_form') return { label: 'Needs tax form', tone: 'yellow' };
  if (state === 'address_held') return { label: 'On hold: new address', tone: 'yellow' };
  if (state === 'carried_over') return { label: 'Carried over', tone: 'grey' };
  if (address === 'none') return { label: 'No PayPal address', tone: 'yellow' };
  return isOverdue ? { label: 'Overdue', tone: 'red' } : { label: 'To pay', tone: 'info' };
}

/** Formats the yearly total at which a tax form becomes required, for the current tax year. */
export function taxThreshold(): string {
  return dollars(getTaxFormThresholdCents(new Date().getUTCFullYear()));
}

export function getNotPayableReason({ state, runId }: Pick<Payee, 'state' | 'runId'>): string {
  if (state === 'to_pay') return 'Skipped by runs until they add one.';
  if (state === 'in_run') return `Will be paid in run ${runId}.`;
  if (state === 'tax_form')
    return `This payment would bring the payee to ${taxThreshold()} this year, with all accounts paid at their PayPal mailbox. Record their tax form first.`;
  if (state === 'address_held') return 'Their PayPal address changed in the last 7 days.';
  if (state === 'left') return 'The account is being deleted; unpaid amounts are forfeited.';
  if (state === 'suspended') return 'The member is suspended. Reinstate them to pay.';
  return 'Reversals or earlier overpayments exceed the amount owed. The rest will be deducted from future earnings.';
}

/** Returns the label of a payout entry, such as `Commission for fern` or `October 2026 treasure chest`. */
export function getEntryLabel({ kind, friend, month, amountCents }: PayoutEntry): string {
  if (kind === 'surplus') return amountCents > 0 ? 'Overpayment' : 'Earlier overpayment deducted';
  if (kind === 'chest') return `${monthName(month ?? '')} treasure chest`;
  if (kind === 'restoration') return `Restored: commission for ${friend}`;
  return kind === 'reversal' ? `Reversed: commission for ${friend}` : `Commission for ${friend}`;
}

export function chestName({ level }: Pick<AdminChest, 'level'>): string {
  return treasureChestLevels.find((chest) => chest.level === level)?.name ?? `Level ${level}`;
}

export function memberLabel({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
