/** Administrators' lists of payees, commissions, chests and payments. */
import type { AdminChest, AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import type { CsvColumn } from '#worker/routes/admin/csv.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { type PaymentRow, paymentListShape } from '#worker/store/payouts/admin-payments.ts';
import { payoutQueueShape, type QueueRow } from '#worker/store/payouts/admin-queue.ts';
import { type ChestListRow, type CommissionListRow, chestListShape, commissionListShape } from '#worker/store/payouts/admin-rows.ts';
import { presentChest, presentCommission, presentPayee, presentPayment } from './admin-present-payouts.ts';

const levelNames = new Map<number, string>(treasureChestLevels.map(({ level, name }) => [level, name]));

const outcomeColumns: CsvColumn<Pick<AdminChest, keyof AdminChest & keyof AdminCommission>>[] = [
  { header: 'Status', value: ({ status }) => status },
  { header: 'Hold reason', value: ({ heldReason }) => heldReason },
  { header: 'Created', value: ({ createdAt }) => createdAt },
  { header: 'Paid', value: ({ paidAt }) => paidAt },
  { header: 'Paid by', value: ({ paidBy }) => paidBy },
  { header: 'Reference', value: ({ reference }) => reference },
];

export const payeeList = adminList({
  shape: payoutQueueShape,
  read: (store, request, c) => store.admin.payoutQueue.list(request, c.var.now),
  present: (row: QueueRow, c) => presentPayee(row, c.var.now),
  csv: {
    fileName: 'payouts-due.csv',
    columns: [
      { header: 'Member', value: ({ id }) => id },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Name', value: ({ name }) => name },
      { header: 'Owed (USD)', value: ({ netCents }) => ({ cents: netCents }) },
      { header: 'Entries', value: ({ entries }) => entries },
      { header: 'Oldest', value: ({ oldestAt }) => oldestAt },
      { header: 'Overdue', value: ({ isOverdue }) => (isOverdue ? 'yes' : 'no') },
      { header: 'Premium', value: ({ isPremium }) => (isPremium ? 'yes' : 'no') },
      { header: 'Status', value: ({ state }) => state },
    ],
  },
});

export const commissionList = adminList({
  shape: commissionListShape,
  read: (store, request) => store.admin.payoutRows.commissions(request),
  present: (row: CommissionListRow, c) => presentCommission(row, c.var.now),
  csv: {
    fileName: 'commissions.csv',
    columns: [
      { header: 'Commission', value: ({ id }) => id },
      { header: 'Type', value: ({ kind }) => kind },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Name', value: ({ member }) => member.name },
      { header: 'Friend', value: ({ friend }) => friend.email },
      { header: 'Amount (USD)', value: ({ amountCents }) => ({ cents: amountCents }) },
      { header: 'Treasure Keys', value: ({ treasureKeys }) => treasureKeys },
      ...outcomeColumns,
    ],
  },
});

export const chestList = adminList({
  shape: chestListShape,
  read: (store, request) => store.admin.payoutRows.chests(request),
  present: (row: ChestListRow) => presentChest(row),
  csv: {
    fileName: 'treasure-chests.csv',
    columns: [
      { header: 'Payout', value: ({ id }) => id },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Name', value: ({ member }) => member.name },
      { header: 'Month', value: ({ month }) => month },
      { header: 'Chest', value: ({ level }) => levelNames.get(level) ?? level },
      { header: 'Amount (USD)', value: ({ amountCents }) => ({ cents: amountCents }) },
      { header: 'Premium', value: ({ isPremium }) => (isPremium ? 'yes' : 'no') },
      ...outcomeColumns,
    ],
  },
});

export const paymentList = adminList({
  shape: paymentListShape,
  read: (store, request) => store.admin.payoutPayments.list(request),
  present: (row: PaymentRow) => presentPayment(row),
  csv: {
    fileName: 'payouts-paid.csv',
    columns: [
      { header: 'Payout', value: ({ id }) => id },
      { header: 'Member', value: ({ member }) => member.email },
      { header: 'Name', value: ({ member }) => member.name },
      { header: 'Amount (USD)', value: ({ amountCents }) => ({ cents: amountCents }) },
      { header: 'Entries', value: ({ entries }) => entries },
      { header: 'Overpaid (USD)', value: ({ surplusCents }) => ({ cents: surplusCents }) },
      { header: 'Reference', value: ({ reference }) => reference },
      { header: 'Paid', value: ({ paidAt }) => paidAt },
      { header: 'Paid by', value: ({ paidBy }) => paidBy },
      { header: 'Returned', value: ({ returnedAt }) => returnedAt },
      { header: 'Undone', value: ({ isUndone }) => (isUndone ? 'yes' : '') },
    ],
  },
});
