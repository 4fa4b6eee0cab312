import { type ReactNode, useState } from 'react';
import type { AdminChest, AdminCommission, PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { DecisionDialog } from '#web/features/payouts/admin/decisions/DecisionDialog.tsx';
import { ReleaseAllDialog } from '#web/features/payouts/admin/decisions/ReleaseAllDialog.tsx';
import { PayoutDetailsDialog } from '#web/features/payouts/admin/PayoutDetailsDialog.tsx';
import { canBeReleased } from '#web/features/payouts/admin/payout-labels.ts';
import type { OwedKind } from '#web/features/payouts/admin/payouts-api.ts';
import type { DataTableProps, RowAction } from '#web/ui/data-table/data-table.ts';

/** Only super administrators get any actions. */
export function useDecisions<Row extends AdminCommission | AdminChest>(
  kind: OwedKind,
): { rowActions: RowAction<Row>[]; dialog: ReactNode } & Pick<DataTableProps<Row>, 'bulkActions' | 'isSelectable' | 'onOpen'> {
  const [openRow, setOpenRow] = useState<Row>();
  const isSuperAdmin = useIsSuperAdmin();
  const [open, setOpen] = useState<{ row: Row; decision: PayoutDecision }>();
  const [bulkSelection, setBulkSelection] = useState<{ rows: Row[]; done: () => void }>();
  const openWith = (decision: PayoutDecision) => (row: Row) => setOpen({ row, decision });
  const isPending = (row: Row) => row.status === 'pending' && !isReversal(row);
  const isHeld = ({ status }: Row) => status === 'held';
  const rowActions: RowAction<Row>[] = isSuperAdmin
    ? [
        { label: 'Hold', isShown: isPending, onChoose: openWith('hold') },
        { label: 'Release', isShown: canBeReleased, onChoose: openWith('release') },
        { label: 'Refuse', isShown: (row) => isPending(row) || isHeld(row), onChoose: openWith('refuse') },
      ]
    : [];
  const close = () => setBulkSelection(undefined);
  const dialog = (
    <>
      {openRow && <PayoutDetailsDialog row={openRow} actions={rowActions} onClose={() => setOpenRow(undefined)} />}
      {open && <DecisionDialog kind={kind} {...open} onClose={() => setOpen(undefined)} />}
      {bulkSelection && (
        <ReleaseAllDialog
          kind={kind}
          rows={bulkSelection.rows}
          onClose={close}
          onDone={() => {
            close();
            bulkSelection.done();
          }}
        />
      )}
    </>
  );
  const bulk = {
    bulkActions: [{ label: 'Release', onChoose: (rows: Row[], done: () => void) => setBulkSelection({ rows, done }) }],
    isSelectable: canBeReleased,
  };
  return { rowActions, onOpen: setOpenRow, dialog, ...(isSuperAdmin && bulk) };
}

/** Returns whether the row is a reversal or its restoration, which adjusts the next payout and needs no decision. */
function isReversal(row: AdminCommission | AdminChest): boolean {
  return 'kind' in row && row.kind !== 'commission';
}
