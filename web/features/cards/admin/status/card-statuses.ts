import type { AdminCard } from '#schema/cards/admin-cards.ts';

export const cardStatuses: Record<AdminCard['status'], { word: string; className: string }> = {
  ordered: { word: 'Ordered', className: 'status-secondary' },
  active: { word: 'Active', className: 'status-default' },
  missing: { word: 'Missing', className: 'status-outline' },
  disabled: { word: 'Disabled', className: 'status-outline' },
};
