import type { AdminCard } from '#schema/cards/admin-cards.ts';

export const cardStatuses: Record<AdminCard['status'], { word: string; look: string }> = {
  ordered: { word: 'Ordered', look: 'status-secondary' },
  active: { word: 'Active', look: 'status-default' },
  missing: { word: 'Missing', look: 'status-outline' },
  disabled: { word: 'Disabled', look: 'status-outline' },
};
