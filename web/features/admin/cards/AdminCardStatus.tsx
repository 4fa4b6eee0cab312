import type { AdminCard } from '#schema/admin/cards.ts';
import '#web/features/admin/cards/admin-cards.css';

const words: Record<AdminCard['status'], string> = { ordered: 'Ordered', active: 'Active', missing: 'Missing', disabled: 'Disabled' };
const looks = new Map([
  ['active', 'status-default'],
  ['ordered', 'status-secondary'],
]);

/** A card's status in the administrators' tables: active stands out, ordered less, the others are outlined. */
export function AdminCardStatus({ status }: { status: AdminCard['status'] | undefined }) {
  return <span className={`badge ${looks.get(status ?? '') ?? 'status-outline'}`}>{status ? words[status] : 'unknown'}</span>;
}
