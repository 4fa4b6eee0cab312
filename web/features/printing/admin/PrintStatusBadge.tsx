import type { PrintOrder } from '#schema/printing/admin-printing.ts';
import { getPrintStatusLabel } from '#web/features/printing/admin/print-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function PrintStatusBadge({ order }: { order: Pick<PrintOrder, 'status' | 'isUnanswered'> }) {
  const { label, tone } = getPrintStatusLabel(order);
  return <Badge tone={tone}>{label}</Badge>;
}
