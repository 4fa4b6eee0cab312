/** Chests and keys in words. */
import type { KeyCounts } from '#schema/chests/chest-levels.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { number, plural } from '#web/lib/format.ts';

/** `Silver`; of a level that there is not, an empty text. */
export function chestName(level: number): string {
  return treasureChestLevels.find((chest) => chest.level === level)?.name ?? '';
}

/** `3 Treasure Keys and 1 Community Key`; a kind of which there is none is left out. */
export function keysInLabels({ treasureKeys, communityKeys }: KeyCounts): string {
  return [treasureKeys > 0 ? plural(treasureKeys, 'Treasure Key') : '', communityKeys > 0 ? plural(communityKeys, 'Community Key') : '']
    .filter(Boolean)
    .join(' and ');
}

/** `4 of 5`; where there are more than are needed: `6, goal of 5 reached`. */
export function progressInLabels(have: number, need: number): string {
  return have > need ? `${number(have)}, goal of ${number(need)} reached` : `${number(have)} of ${number(need)}`;
}
