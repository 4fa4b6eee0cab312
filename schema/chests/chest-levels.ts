/** Chest levels and the keys they require. Product rules: Treasure chests. */
import { treasureChestLevels } from '#schema/rules.ts';

export type ChestLevel = (typeof treasureChestLevels)[number];

export interface KeyCounts {
  treasureKeys: number;
  communityKeys: number;
}

export function findChestLevel(keys: KeyCounts): ChestLevel | undefined {
  return treasureChestLevels.findLast((chest) => keys.treasureKeys >= chest.treasureKeys && keys.communityKeys >= chest.communityKeys);
}

/** Returns the next chest level, or undefined for the highest level. Level 0 means no chest. */
export function nextChestLevel(level: number): ChestLevel | undefined {
  return treasureChestLevels.find((chest) => chest.level > level);
}

export function countMissingKeys(keys: KeyCounts, chest: ChestLevel): KeyCounts {
  return {
    treasureKeys: Math.max(0, chest.treasureKeys - keys.treasureKeys),
    communityKeys: Math.max(0, chest.communityKeys - keys.communityKeys),
  };
}
