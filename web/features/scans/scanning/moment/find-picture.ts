import { t } from '@lingui/core/macro';
import { ordinal } from '#web/features/scans/scanning/moment/find-moment.ts';
import { drawCard, type MapPicture } from '#web/ui/pictures/map-picture.ts';

/** Describes the picture of a find. `number` is the find's sequential number; null if unknown. It reveals nothing about the card. */
export function findPicture(number: number | null): MapPicture {
  const line = number === null ? t`One more on my trail` : number === 1 ? t`My first find` : t`My ${ordinal(number)} find`;
  return {
    words: [t`Cache Card found!`, line],
    seed: number ?? 1,
    drawSubject: drawCard,
    fileName: number === null ? 'cache-card-found.png' : `cache-card-find-${number}.png`,
  };
}
