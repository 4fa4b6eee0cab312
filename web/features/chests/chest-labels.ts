import { plural, t } from '@lingui/core/macro';
import type { KeyCounts } from '#schema/chests/chest-levels.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { number } from '#web/lib/format.ts';
import { i18n } from '#web/lib/words/words.ts';

/** Returns a name such as `Silver`, or an empty string for an unknown level. */
export function chestName(level: number): string {
  return i18n._(treasureChestLevels.find((chest) => chest.level === level)?.name ?? '');
}

/** Lists key counts: `3 Treasure Keys and 1 Community Key`. Omits zero counts. */
export function formatKeys({ treasureKeys, communityKeys }: KeyCounts): string {
  const treasure = plural(treasureKeys, { one: '# Treasure Key', other: '# Treasure Keys' });
  const community = plural(communityKeys, { one: '# Community Key', other: '# Community Keys' });
  if (treasureKeys > 0 && communityKeys > 0) return t`${treasure} and ${community}`;
  return treasureKeys > 0 ? treasure : communityKeys > 0 ? community : '';
}

/** Formats progress: `4 of 5`, or `6 (5 needed)` above the goal. */
export function formatProgress(current: number, required: number): string {
  const [reached, needed] = [number(Math.min(current, required)), number(required)];
  return t`${reached} of ${needed}`;
}

/** Returns the time in Unix milliseconds at which the chest for a UTC month such as `2026-11` opens: the start of the next month. */
export function getOpeningTime(month: string): number {
  const [year, monthNumber] = month.split('-').map(Number);
  return Date.UTC(year ?? 0, monthNumber ?? 0);
}
