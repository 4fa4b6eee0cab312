/** A card's status in an administrator's words. */
import type { AdminCard } from '#schema/cards/admin-cards.ts';

/** Active stands out, ordered less, the others are outlined. */
export const cardStatuses: Record<AdminCard['status'], { word: string; look: string }> = {
  ordered: { word: 'Ordered', look: 'status-secondary' },
  active: { word: 'Active', look: 'status-default' },
  missing: { word: 'Missing', look: 'status-outline' },
  disabled: { word: 'Disabled', look: 'status-outline' },
};
