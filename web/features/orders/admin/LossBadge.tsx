import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import { getNetPaid } from '#web/features/orders/admin/order-labels.ts';
import { formatDollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface LossBadgeProps {
  order: Pick<AdminOrder, 'amount' | 'refunded'>;
  /** Printing costs in cents. */
  cost: number;
}

/** Shows the loss if printing costs more than the member paid. Renders nothing for other orders. */
export function LossBadge({ order, cost }: LossBadgeProps) {
  const loss = cost - getNetPaid(order);
  return loss > 0 ? <Badge tone="red">{formatDollars(loss / 100)} loss</Badge> : null;
}
