import { t } from '@lingui/core/macro';
import type { OwnCard } from '#schema/cards/card.ts';

/** Status of a card as its owner sees it, who knows whether it was reported missing or they took it off the map themselves. */
export type ShownStatus = OwnCard['status'] | 'off_the_map';

export const shownStatuses: readonly ShownStatus[] = ['ordered', 'active', 'missing', 'off_the_map', 'disabled'];

export const statusLabels = (): Record<ShownStatus, string> => ({
  ordered: t`Ordered`,
  active: t`Active`,
  missing: t`Missing`,
  off_the_map: t`Off the map`,
  disabled: t`Disabled`,
});

export function getShownStatus({ status, isTakenOff }: Pick<OwnCard, 'status' | 'isTakenOff'>): ShownStatus {
  return isTakenOff ? 'off_the_map' : status;
}
