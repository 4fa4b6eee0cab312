import { type ReactNode, useState } from 'react';
import type { AdminChest, AdminCommission, PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { showBulkOutcome } from '#web/features/admin/lists/bulk.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { DecisionDialog } from '#web/features/payouts/admin/decisions/DecisionDialog.tsx';
import { PayoutDetailsDialog } from '#web/features/payouts/admin/PayoutDetailsDialog.tsx';
import { canBeReleased, decisionLabels } from '#web/features/payouts/admin/payout-labels.ts';
import { type OwedKind, releaseAll } from '#web/features/payouts/admin/payouts-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { DataTableProps, RowAction } from '#web/ui/data-table/data-table.ts';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

/** Returns the row and bulk actions for decisions about earnings. Only super administrators get any actions. */
export function useDecisions<Row extends AdminCommission | AdminChest>(
  kind: OwedKind,
): { rowActions: RowAction<Row>[]; dialog: ReactNode } & Pick<DataTableProps<Row>, 'bulkActions' | 'isSelectable' | 'onOpen'> {
  const [openRow, setOpenRow] = useState<Row>();
  const isSuperAdmin = useIsSuperAdmin();
  const [openDecision, setOpenDecision] = useState<{ row: Row; decision: PayoutDecision }>();
  const [bulkSelection, setBulkSelection] = useState<{ rows: Row[]; clearSelection: () => void }>();
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
  const closeBulkDialog = () => setBulkSelection(undefined);
  const dialog = (
    <>
      {openRow && <PayoutDetailsDialog row={openRow} actions={rowActions} onClose={() => setOpenRow(undefined)} />}
      {openDecision && <DecisionDialog kind={kind} {...openDecision} onClose={() => setOpenDecision(undefined)} />}
      {bulkSelection && (
        <ReleaseAllDialog
          kind={kind}
          rows={bulkSelection.rows}
          onClose={closeBulkDialog}
          onDone={() => {
            closeBulkDialog();
            bulkSelection.clearSelection();
          }}
        />
      )}
    </>
  );
  const bulkProps = {
    bulkActions: [{ label: 'Release', onChoose: (rows: Row[], clearSelection: () => void) => setBulkSelection({ rows, clearSelection }) }],
    isSelectable: canBeReleased,
  };
  return { rowActions, onOpen: setOpenRow, dialog, ...(isSuperAdmin && bulkProps) };
}

/** Returns whether the row reverses a commission or restores a reversed one. Both adjust the next payout and need no decision. */
function isReversal(row: AdminCommission | AdminChest): boolean {
  return 'kind' in row && row.kind !== 'commission';
}

interface ReleaseAllDialogProps {
  kind: OwedKind;
  rows: (AdminCommission | AdminChest)[];
  onDone: () => void;
  onClose: () => void;
}

function ReleaseAllDialog({ kind, rows, onDone, onClose }: ReleaseAllDialogProps) {
  const formatCount = (count: number) => plural(count, kind === 'commissions' ? 'commission' : 'chest');
  const totalCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { verb, pendingLabel, meaning, failed } = decisionLabels.release;
  return (
    <Dialog open onClose={onClose} title={`${verb} ${formatCount(rows.length)}`} size="medium">
      <Form
        label={verb}
        className="stack"
        failed={failed}
        send={async () => {
          showBulkOutcome(await releaseAll(kind, rows), (count) => `${formatCount(count)} released`);
          onDone();
        }}
      >
        <p>{`Total: ${formatDollars(totalCents / 100)}. ${meaning}`}</p>
        <FormActions pendingLabel={pendingLabel} onCancel={onClose} data-autofocus>
          {`${verb} ${formatCount(rows.length)}`}
        </FormActions>
      </Form>
    </Dialog>
  );
}
