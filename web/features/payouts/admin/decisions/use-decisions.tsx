import { type ReactNode, useState } from 'react';
import type { AdminChest, AdminCommission, PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import type { AdminListProps } from '#web/features/admin/lists/AdminList.tsx';
import { BulkDialog, type BulkSelection } from '#web/features/admin/lists/BulkDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { memberUrl } from '#web/features/admin/urls.ts';
import { DecisionDialog } from '#web/features/payouts/admin/decisions/DecisionDialog.tsx';
import { PayoutDetailsDialog } from '#web/features/payouts/admin/PayoutDetailsDialog.tsx';
import { canBeReleased, decisionLabels, memberLabel } from '#web/features/payouts/admin/payout-labels.ts';
import { type OwedKind, payoutsPath, releaseAll, reloadPayouts } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import type { RowAction } from '#web/ui/data-table/data-table.ts';

/** Returns the row and bulk actions for decisions about earnings. Only super administrators get any actions. */
export function useDecisions<Row extends AdminCommission | AdminChest>(
  kind: OwedKind,
): { rowActions: RowAction<Row>[]; dialog: ReactNode } & Pick<
  AdminListProps<Row>,
  'bulkActions' | 'isSelectable' | 'selectsAllPages' | 'onOpen'
> {
  const [openRow, setOpenRow] = useState<Row>();
  const isSuperAdmin = useIsSuperAdmin();
  const [openDecision, setOpenDecision] = useState<{ row: Row; decision: PayoutDecision }>();
  const [bulkSelection, setBulkSelection] = useState<BulkSelection<Row>>();
  const startDecision = (decision: PayoutDecision) => (row: Row) => setOpenDecision({ row, decision });
  const isPending = (row: Row) => row.status === 'pending' && !isReversal(row);
  const isHeld = ({ status }: Row) => status === 'held';
  const rowActions: RowAction<Row>[] = isSuperAdmin
    ? [
        { label: 'Hold', isShown: isPending, onChoose: startDecision('hold') },
        { label: 'Release', isShown: canBeReleased, onChoose: startDecision('release') },
        { label: 'Refuse', isShown: (row) => isPending(row) || isHeld(row), onChoose: startDecision('refuse') },
      ]
    : [];
  const dialog = (
    <>
      {openRow && <PayoutDetailsDialog row={openRow} actions={rowActions} onClose={() => setOpenRow(undefined)} />}
      {openDecision && <DecisionDialog kind={kind} {...openDecision} onClose={() => setOpenDecision(undefined)} />}
      {bulkSelection && <ReleaseAllDialog kind={kind} selection={bulkSelection} onClose={() => setBulkSelection(undefined)} />}
    </>
  );
  const bulkProps = {
    bulkActions: [{ label: 'Release', onChoose: (rows: Row[], clearSelection: () => void) => setBulkSelection({ rows, clearSelection }) }],
    isSelectable: canBeReleased,
    selectsAllPages: true,
  };
  return { rowActions, onOpen: setOpenRow, dialog, ...(isSuperAdmin && bulkProps) };
}

/** Returns whether the row reverses a commission or restores a reversed one. Both adjust the next payout and need no decision. */
function isReversal(row: AdminCommission | AdminChest): boolean {
  return 'kind' in row && row.kind !== 'commission';
}

interface ReleaseAllDialogProps<Row> {
  kind: OwedKind;
  selection: BulkSelection<Row>;
  onClose: () => void;
}

function ReleaseAllDialog<Row extends AdminCommission | AdminChest>({ kind, selection, onClose }: ReleaseAllDialogProps<Row>) {
  const noun = kind === 'commissions' ? 'commission' : 'chest';
  const totalCents = selection.rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <BulkDialog
      selection={selection}
      action={`Release ${plural(selection.rows.length, noun)}`}
      labels={{
        noun,
        pending: `Releasing ${noun}s`,
        done: 'released',
        describe: ({ id, member }) => ({
          label: `${noun} ${id}, ${memberLabel(member)}`,
          ...(member !== null && { href: memberUrl(member.id) }),
        }),
      }}
      getId={({ id }) => id}
      send={(rows) => releaseAll(kind, rows)}
      listPath={payoutsPath}
      onClose={() => {
        onClose();
        void reloadPayouts();
      }}
    >
      <p>{`Total: ${formatDollars(totalCents / 100)}. ${decisionLabels.release.meaning}`}</p>
    </BulkDialog>
  );
}
