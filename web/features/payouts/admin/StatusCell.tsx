import type { AdminChest, AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { getOwedLabel, listHoldReasons } from '#web/features/payouts/admin/payout-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function StatusCell({ row }: { row: AdminCommission | AdminChest }) {
  const { label, tone } = getOwedLabel(row);
  const reasons = row.status === 'held' || row.status === 'reversed' ? listHoldReasons(row.heldReason) : [];
  return (
    <span className="payout-status">
      <Badge tone={tone}>{label}</Badge>
      {reasons.length > 0 && <span className="muted small">{reasons.join('; ')}</span>}
    </span>
  );
}
