import type { AdminChest, AdminCommission, DecisionEffects, Payee, PayoutDecision, PayoutEntry } from '#schema/payouts/admin-payouts.ts';
import { type HeldReason, heldReasons as knownReasons } from '#schema/referrals/referral.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { dollarsFrom, monthName, plural } from '#web/lib/format.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

const heldLabels: Record<HeldReason, string> = {
  administrator: 'an administrator holds it',
  decision: 'a decision about a group holds it',
  same_card: 'both paid with the same card',
  same_address: 'both have the same home or network address',
  disposable_email: 'the friend’s email address is a throwaway one',
  dispute: 'the payment is disputed',
  member_left: 'the member deleted their account',
};

export function heldReasons(heldReason: string | null): string[] {
  const named = heldReason?.split(',') ?? [];
  return knownReasons.filter((reason) => named.includes(reason)).map((reason) => heldLabels[reason]);
}

const isDisputed = (heldReason: string | null) => heldReason?.split(',').includes('dispute') ?? false;

/** A dispute resolves itself, and members who left have forfeited it. */
export function mayBeReleased({ status, hasLeft, heldReason }: AdminChest | AdminCommission): boolean {
  return status === 'held' && !hasLeft && !isDisputed(heldReason);
}

export const statusLabels: Record<AdminCommission['status'], StateWord> = {
  pending: { word: 'To pay', tone: 'info' },
  held: { word: 'Held', tone: 'yellow' },
  paid: { word: 'Paid', tone: 'green' },
  reversed: { word: 'Taken back', tone: 'grey' },
};

/** A row without money has only keys. */
export function owedLabels(row: AdminCommission | AdminChest): StateWord {
  if (row.status === 'pending' && row.amountCents !== 0 && row.isSuspended) return { word: 'Waits: suspended', tone: 'yellow' };
  if ('isOverdue' in row && row.isOverdue) return { word: 'Overdue', tone: 'red' };
  return row.status === 'pending' && row.amountCents === 0 ? { word: 'Keys count', tone: 'info' } : statusLabels[row.status];
}

/** `$20.00 and 2 Treasure Keys`, `1 Treasure Key, no money`. */
export function worth(row: AdminCommission | AdminChest): string {
  const keys = 'treasureKeys' in row && row.treasureKeys > 0 ? plural(row.treasureKeys, 'Treasure Key') : null;
  const money = dollarsFrom(row.amountCents / 100);
  if (keys === null) return money;
  return row.amountCents === 0 ? `${keys}, no money` : `${money} and ${keys}`;
}

interface DecisionLabels {
  verb: string;
  doing: string;
  done: string;
  meaning: string;
  failed: string;
  otherwise: (row: AdminCommission | AdminChest) => string;
  outcome: (row: AdminCommission | AdminChest) => string;
}

export const decisionLabels: Record<PayoutDecision, DecisionLabels> = {
  hold: {
    verb: 'Hold',
    doing: 'Holding…',
    done: 'Held',
    meaning: 'It is not paid, and its keys count for no chest, until it is released.',
    failed: 'It was not held',
    otherwise: () => 'Leave it as it is',
    outcome: (row) => `It waits until it is released: ${worth(row)}. ${memberLabel(row.member)} sees it as being reviewed.`,
  },
  release: {
    verb: 'Release',
    doing: 'Releasing…',
    done: 'Released',
    meaning: 'It joins what is to be paid to the member, with the date it was earned on. Its keys count from that day on.',
    failed: 'It was not released',
    otherwise: () => 'Keep it held',
    outcome: (row) =>
      row.amountCents === 0 ? 'The keys count.' : `${dollarsFrom(row.amountCents / 100)} is in the queue of what is to be paid.`,
  },
  refuse: {
    verb: 'Refuse',
    doing: 'Refusing…',
    done: 'Refused',
    meaning: 'It will not be paid, and its keys will not count. This cannot be undone.',
    failed: 'It was not refused',
    otherwise: (row) => (row.status === 'held' ? 'Keep it held' : 'Leave it as it is'),
    outcome: (row) => `${worth(row)} will not be given. ${memberLabel(row.member)} sees it as taken back.`,
  },
};

/** `Gold chest of October 2026`, `Silver instead of Gold chest of October 2026`. */
export function chestEffectLabels({ month, levelBefore, levelAfter }: DecisionEffects['chests'][number]): string {
  const [before, after] = [chestName({ level: levelBefore }), chestName({ level: levelAfter })];
  if (levelBefore === 0) return `${after} chest of ${monthName(month)} opens`;
  return levelAfter === 0 ? `${before} chest of ${monthName(month)} goes` : `${after} instead of ${before} chest of ${monthName(month)}`;
}

export function payeeLabels({ state, isOverdue }: Pick<Payee, 'state' | 'isOverdue'>): StateWord {
  if (state === 'left') return { word: 'Account deleted', tone: 'grey' };
  if (state === 'suspended') return { word: 'Waits: suspended', tone: 'yellow' };
  if (state === 'in_run') return { word: 'In a run', tone: 'info' };
  if (state === 'tax_form') return { word: 'Waits: tax form', tone: 'yellow' };
  if (state === 'address_held') return { word: 'Waits: new address', tone: 'yellow' };
  if (state === 'carried_over') return { word: 'Carried over', tone: 'grey' };
  return isOverdue ? { word: 'Overdue', tone: 'red' } : { word: 'To pay', tone: 'info' };
}

export function whyNotPayable({ state, runId }: Pick<Payee, 'state' | 'runId'>): string {
  if (state === 'in_run') return `Paid with run ${runId}.`;
  if (state === 'tax_form') return 'Paid $600 or more this year: their tax form has to be noted first.';
  if (state === 'address_held') return 'Their PayPal address was changed within the last 7 days.';
  if (state === 'left') return 'The account is being deleted: what was not paid is given up.';
  if (state === 'suspended') return 'The member is suspended: it can be paid once they are let back.';
  return 'More was taken back than is owed: it reduces what comes next.';
}

/** `Commission for fern`, `Treasure chest of October 2026`. */
export function entryLabels({ kind, friend, month }: PayoutEntry): string {
  if (kind === 'chest') return `Treasure chest of ${monthName(month ?? '')}`;
  if (kind === 'restoration') return `Given back: commission for ${friend}`;
  return kind === 'reversal' ? `Taken back: commission for ${friend}` : `Commission for ${friend}`;
}

export function chestName({ level }: Pick<AdminChest, 'level'>): string {
  return treasureChestLevels.find((chest) => chest.level === level)?.name ?? `Level ${level}`;
}

export function memberLabel({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
