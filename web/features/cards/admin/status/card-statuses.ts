import type { AdminCard } from '#schema/cards/admin-cards.ts';

export const cardStatuses: Record<AdminCard['status'], { label: string; className: string }> = {
  ordered: { label: 'Ordered', className: 'status-secondary' },
  active: { label: 'Active', className: 'status-default' },
  missing: { label: 'Missing', className: 'status-outline' },
  disabled: { label: 'Disabled', className: 'status-outline' },
};
