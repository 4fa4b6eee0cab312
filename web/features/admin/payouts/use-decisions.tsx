/** The decisions about what is not paid yet, as row actions and the dialog they open. */
import { type ReactNode, useState } from 'react';
import type { AdminChest, AdminCommission, PayoutDecision } from '#schema/admin/payouts.ts';
import { DecisionDialog } from '#web/features/admin/payouts/DecisionDialog.tsx';
import { isDisputed } from '#web/features/admin/payouts/payout-labels.ts';
import type { OwedKind } from '#web/features/admin/payouts/payouts-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import type { RowAction } from '#web/ui/data-table/data-table.ts';

/** For super administrators; others get no actions. */
export function useDecisions<Row extends AdminCommission | AdminChest>(
  kind: OwedKind,
): { rowActions: RowAction<Row>[]; dialog: ReactNode } {
  const isSuperAdmin = useIsSuperAdmin();
  const [open, setOpen] = useState<{ row: Row; decision: PayoutDecision }>();
  const opens = (decision: PayoutDecision) => (row: Row) => setOpen({ row, decision });
  const isPending = (row: Row) => row.status === 'pending' && !isReversal(row);
  const isHeld = ({ status }: Row) => status === 'held';
  const rowActions: RowAction<Row>[] = isSuperAdmin
    ? [
        { label: 'Hold', isShown: isPending, onChoose: opens('hold') },
        // A dispute ends by itself, and who has left has given it up.
        { label: 'Release', isShown: (row) => isHeld(row) && !row.hasLeft && !isDisputed(row.heldReason), onChoose: opens('release') },
        { label: 'Refuse', isShown: (row) => isPending(row) || isHeld(row), onChoose: opens('refuse') },
      ]
    : [];
  return { rowActions, dialog: open && <DecisionDialog kind={kind} {...open} onClose={() => setOpen(undefined)} /> };
}

/** What was paid and went back, or came back again, changes what is paid next: there is nothing to decide about it. */
function isReversal(row: AdminCommission | AdminChest): boolean {
  return 'kind' in row && row.kind !== 'commission';
}
