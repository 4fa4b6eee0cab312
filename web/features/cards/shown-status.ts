import type { OwnCard } from '#schema/cards/card.ts';

/** Status of a card as its owner sees it, who knows whether it was reported missing or they took it off the map themselves. */
export type ShownStatus = OwnCard['status'] | 'off_the_map';

export const statusLabels: Record<ShownStatus, string> = {
  ordered: 'Ordered',
  active: 'Active',
  missing: 'Missing',
  off_the_map: 'Off the map',
  disabled: 'Disabled',
};

export function getShownStatus({ status, isTakenOff }: Pick<OwnCard, 'status' | 'isTakenOff'>): ShownStatus {
  return isTakenOff ? 'off_the_map' : status;
}
