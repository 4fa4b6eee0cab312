import type { AdminOrder } from '#schema/orders/admin-orders.ts';
import { keptOf } from '#web/features/orders/admin/order-labels.ts';
import { dollarsFrom } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface LossBadgeProps {
  order: Pick<AdminOrder, 'amount' | 'refunded'>;
  /** In cents. */
  cost: number;
}

/** By how much printing costs more than the member paid; nothing where it does not. */
export function LossBadge({ order, cost }: LossBadgeProps) {
  const loss = cost - keptOf(order);
  return loss > 0 ? <Badge tone="red">{dollarsFrom(loss / 100)} loss</Badge> : null;
}
