import type { KeyCounts } from '#schema/chests/chest-levels.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { number, plural } from '#web/lib/format.ts';

/** Returns a name such as `Silver`, or an empty string for an unknown level. */
export function chestName(level: number): string {
  return treasureChestLevels.find((chest) => chest.level === level)?.name ?? '';
}

/** Lists key counts: `3 Treasure Keys and 1 Community Key`. Omits zero counts. */
export function formatKeys({ treasureKeys, communityKeys }: KeyCounts): string {
  return [treasureKeys > 0 ? plural(treasureKeys, 'Treasure Key') : '', communityKeys > 0 ? plural(communityKeys, 'Community Key') : '']
    .filter(Boolean)
    .join(' and ');
}

/** Formats progress: `4 of 5`, or `6 (5 needed)` above the goal. */
export function formatProgress(current: number, required: number): string {
  return current > required ? `${number(current)} (${number(required)} needed)` : `${number(current)} of ${number(required)}`;
}

/** Returns the time in Unix milliseconds at which the chest for a UTC month such as `2026-11` opens: the start of the next month. */
export function getOpeningTime(month: string): number {
  const [year, monthNumber] = month.split('-').map(Number);
  return Date.UTC(year ?? 0, monthNumber ?? 0);
}
