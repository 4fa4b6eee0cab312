import type { AdminCard } from '#schema/cards/admin-cards.ts';
import '#web/features/cards/admin/admin-cards.css';
import { cardStatuses } from '#web/features/cards/admin/status/card-statuses.ts';

export function AdminCardStatus({ status }: { status: AdminCard['status'] | undefined }) {
  const { label, className: look } = status ? cardStatuses[status] : { word: 'unknown', look: 'status-outline' };
  return <span className={`badge ${look}`}>{label}</span>;
}
