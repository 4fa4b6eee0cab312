import type { AdminChest, AdminCommission, DuePayout, Payee, Payment, PayoutEntry } from '#schema/payouts/admin-payouts.ts';
import { overdueSince } from '#worker/domain/payouts/payout.ts';
import { pick } from '#worker/domain/pick.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { PaymentRow } from '#worker/store/payouts/admin-payments.ts';
import type { PendingRow, QueueRow } from '#worker/store/payouts/admin-queue.ts';
import type { ChestListRow, CommissionListRow } from '#worker/store/payouts/admin-rows.ts';

export function presentMember({ memberId, email, name }: { memberId: number; email: string; name: string | null }) {
  return { id: memberId, email, name };
}

export function presentPayee(row: QueueRow, now: number): Payee {
  const state = row.ineligibleReason ?? 'to_pay';
  // The queue stores 0 instead of a time for a member who has only pending reversals or a surplus.
  const oldestAt = row.oldestAt === 0 ? null : row.oldestAt;
  const isOverdue = state === 'to_pay' && row.address !== null && oldestAt !== null && oldestAt <= overdueSince(now);
  return {
    ...pick(row, 'id', 'email', 'name', 'netCents', 'entries', 'runId', 'version'),
    state,
    oldestAt: toIsoOrNull(oldestAt),
    isOverdue,
    isPremium: row.rank === 0,
    address: addressState(row, now),
  };
}

function addressState({ address, addressHeldUntil }: QueueRow, now: number): Payee['address'] {
  if (address === null) return 'none';
  return addressHeldUntil !== null && addressHeldUntil > now ? 'held' : 'confirmed';
}

/** Presents a payout address. With `showsEmail`, includes the PayPal address, which only super administrators may see. */
export function presentPayoutAddress(
  row: { email: string | null; heldUntil: number | null } | undefined,
  now: number,
  showsEmail: boolean,
) {
  if (row === undefined || row.email === null) return null;
  const isHeld = row.heldUntil !== null && row.heldUntil > now;
  return { email: showsEmail ? row.email : null, heldUntil: toIsoOrNull(isHeld ? row.heldUntil : null) };
}

export function presentDue(
  { members, entries }: { members: QueueRow[]; entries: PendingRow[] },
  now: number,
  showsEmail: boolean,
): DuePayout[] {
  return members.map((member) => ({
    ...presentPayee(member, now),
    payoutAddress: presentPayoutAddress({ email: member.address, heldUntil: member.addressHeldUntil }, now, showsEmail),
    rows: entries.filter(({ memberId }) => memberId === member.id).map(presentEntry),
  }));
}

export function presentEntry({ memberId, ...row }: PendingRow): PayoutEntry {
  return { ...row, createdAt: toIso(row.createdAt) };
}

export function presentPayment(row: PaymentRow): Payment {
  return {
    ...pick(row, 'id', 'amountCents', 'entries', 'surplusCents', 'reference', 'paidBy'),
    member: presentMember(row),
    paidAt: toIso(row.paidAt),
    returnedAt: toIsoOrNull(row.returnedAt),
    isUndone: row.isUndone === 1,
  };
}

function presentOwed(row: CommissionListRow | ChestListRow) {
  return {
    ...pick(row, 'id', 'amountCents', 'status', 'heldReason', 'paidBy', 'version'),
    member: presentMember(row),
    hasLeft: row.hasLeft === 1,
    isSuspended: row.isSuspended === 1,
    paidAt: toIsoOrNull(row.paidAt),
    reference: row.paymentReference,
    createdAt: toIso(row.createdAt),
  };
}

export function presentCommission(row: CommissionListRow, now: number): AdminCommission {
  return {
    ...presentOwed(row),
    kind: row.kind,
    friend: { id: row.friendId, email: row.friendEmail, name: row.friendName },
    treasureKeys: row.treasureKeys,
    isOverdue: row.status === 'pending' && row.isSuspended === 0 && row.amountCents > 0 && row.createdAt <= overdueSince(now),
  };
}

export function presentChest(row: ChestListRow): AdminChest {
  return { ...presentOwed(row), month: row.month, level: row.level, isPremium: row.isPremium === 1 };
}
