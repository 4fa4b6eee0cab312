import { Link } from 'wouter';
import type { AdminChest, AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { chestName, getAmountText, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { StatusCell } from '#web/features/payouts/admin/StatusCell.tsx';
import { date, monthName } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { RowAction } from '#web/ui/data-table/data-table.ts';

interface PayoutDetailsDialogProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  onClose: () => void;
}

export function PayoutDetailsDialog<Row extends AdminCommission | AdminChest>({ row, actions, onClose }: PayoutDetailsDialogProps<Row>) {
  const renderMemberLink = ({ id, name, email }: AdminChest['member']) => (
    <Link href={memberUrl(id)}>{name ? `${name}, ${email}` : email}</Link>
  );
  const payout: AdminCommission | AdminChest = row;
  const visibleActions = actions.filter(({ isShown }) => isShown?.(row) ?? true);
  return (
    <Dialog open onClose={onClose} title={`${'month' in payout ? 'Treasure chest' : 'Commission'} for ${memberLabel(row.member)}`}>
      <div className="stack">
        <AdminFacts
          facts={{
            Status: <StatusCell row={row} />,
            Member: renderMemberLink(row.member),
            'Referred friend': 'friend' in payout ? renderMemberLink(payout.friend) : null,
            Chest: 'month' in payout ? `${chestName(payout)}, ${monthName(payout.month)}` : null,
            Value: getAmountText(row),
            Created: date(row.createdAt),
            Paid: row.paidAt && date(row.paidAt),
            Reference: row.reference,
            'Paid by': row.paidBy,
          }}
        />
        {visibleActions.length > 0 && (
          <div className="cluster">
            {visibleActions.map(({ label, onChoose }) => (
              <button
                key={label}
                type="button"
                className="secondary"
                onClick={() => {
                  onClose();
                  onChoose?.(row);
                }}
              >
                {label}
              </button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
