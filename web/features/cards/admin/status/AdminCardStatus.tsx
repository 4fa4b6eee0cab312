import type { AdminCard } from '#schema/cards/admin-cards.ts';
import '#web/features/cards/admin/admin-cards.css';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';

export function AdminCardStatus({ status }: { status: AdminCard['status'] | undefined }) {
  const { label, className } = status ? cardStatuses[status] : { label: 'unknown', className: 'status-outline' };
  return <span className={`badge ${className}`}>{label}</span>;
}
