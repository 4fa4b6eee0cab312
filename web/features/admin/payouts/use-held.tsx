/** The decisions about held rows, as row actions and the dialog they open. */
import { type ReactNode, useState } from 'react';
import type { AdminChest, AdminCommission } from '#schema/admin/payouts.ts';
import type { RowAction } from '#web/components/data-table/data-table.ts';
import { type HeldDecision, HeldDialog } from '#web/features/admin/payouts/HeldDialog.tsx';
import { isDisputed } from '#web/features/admin/payouts/payout-words.ts';
import type { HeldKind } from '#web/features/admin/payouts/payouts-api.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';

/** For super administrators; others get no actions. */
export function useHeld<Row extends AdminCommission | AdminChest>(kind: HeldKind): { rowActions: RowAction<Row>[]; dialog: ReactNode } {
  const isSuperAdmin = useIsSuperAdmin();
  const [open, setOpen] = useState<{ row: Row; decision: HeldDecision }>();
  const opens = (decision: HeldDecision) => (row: Row) => setOpen({ row, decision });
  const isHeld = ({ status }: Row) => status === 'held';
  const rowActions: RowAction<Row>[] = isSuperAdmin
    ? [
        // A dispute ends by itself, and who has left has given it up.
        { label: 'Release', isShown: (row) => isHeld(row) && !row.hasLeft && !isDisputed(row.heldReason), onChoose: opens('release') },
        { label: 'Refuse', isShown: isHeld, onChoose: opens('refuse') },
      ]
    : [];
  return { rowActions, dialog: open && <HeldDialog kind={kind} {...open} onClose={() => setOpen(undefined)} /> };
}
