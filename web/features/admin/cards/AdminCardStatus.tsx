import type { AdminCard } from '#schema/admin/cards.ts';
import '#web/features/admin/cards/admin-cards.css';
import { cardStatuses } from '#web/features/admin/cards/card-statuses.ts';

/** A card's status in the administrators' tables. */
export function AdminCardStatus({ status }: { status: AdminCard['status'] | undefined }) {
  const { word, look } = status ? cardStatuses[status] : { word: 'unknown', look: 'status-outline' };
  return <span className={`badge ${look}`}>{word}</span>;
}
