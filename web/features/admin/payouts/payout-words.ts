/** What is owed and paid, in an administrator's words. */
import type { AdminChest, AdminCommission, Payee, PayoutEntry } from '#schema/admin/payouts.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import type { StateWord } from '#web/components/Badge.tsx';
import { monthName } from '#web/lib/format.ts';

const heldWords: Record<string, string> = {
  same_card: 'both paid with the same card',
  same_address: 'both have the same home or network address',
  disposable_email: 'the friend’s email address is a throwaway one',
  dispute: 'the payment is disputed',
  member_left: 'the member deleted their account',
};

/** Why something is held: each reason in words. */
export function heldReasons(heldReason: string | null): string[] {
  return (heldReason?.split(',') ?? []).map((reason) => heldWords[reason] ?? reason.replaceAll('_', ' '));
}

export const isDisputed = (heldReason: string | null) => heldReason?.split(',').includes('dispute') ?? false;

export const statusWords: Record<AdminCommission['status'], StateWord> = {
  pending: { word: 'To pay', tone: 'info' },
  held: { word: 'Held', tone: 'yellow' },
  paid: { word: 'Paid', tone: 'green' },
  reversed: { word: 'Taken back', tone: 'grey' },
};

/** How a member stands in the queue. */
export function payeeWords({ state, isOverdue }: Pick<Payee, 'state' | 'isOverdue'>): StateWord {
  if (state === 'left') return { word: 'Account deleted', tone: 'grey' };
  if (state === 'carried_over') return { word: 'Carried over', tone: 'grey' };
  return isOverdue ? { word: 'Overdue', tone: 'red' } : { word: 'To pay', tone: 'info' };
}

/** Why nobody can pay a member now. */
export function whyNotPayable({ state }: Pick<Payee, 'state'>): string {
  return state === 'left'
    ? 'The account is being deleted: what was not paid is given up.'
    : 'More was taken back than is owed: it reduces what comes next.';
}

/** `Commission for fern`, `Treasure chest of October 2026`. */
export function entryWords({ kind, friend, month }: PayoutEntry): string {
  if (kind === 'chest') return `Treasure chest of ${monthName(month ?? '')}`;
  return kind === 'reversal' ? `Taken back: commission for ${friend}` : `Commission for ${friend}`;
}

export function chestName({ level }: Pick<AdminChest, 'level'>): string {
  return treasureChestLevels.find((chest) => chest.level === level)?.name ?? `Level ${level}`;
}

export function memberLabel({ name, email }: { name: string | null; email: string }): string {
  return name ?? email;
}
