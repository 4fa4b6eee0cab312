/** See "Treasure chests" in docs/product-rules.md. */
import { treasureChestLevels } from '#schema/rules.ts';

export type ChestLevel = (typeof treasureChestLevels)[number];

export interface KeyCounts {
  treasureKeys: number;
  communityKeys: number;
}

export function findChestLevel(keys: KeyCounts): ChestLevel | undefined {
  return treasureChestLevels.findLast((chest) => keys.treasureKeys >= chest.treasureKeys && keys.communityKeys >= chest.communityKeys);
}

/** Returns the level after this one (0 means no chest); undefined for the highest level. */
export function nextChestLevel(level: number): ChestLevel | undefined {
  return treasureChestLevels.find((chest) => chest.level > level);
}

export function countMissingKeys(keys: KeyCounts, chest: ChestLevel): KeyCounts {
  return {
    treasureKeys: Math.max(0, chest.treasureKeys - keys.treasureKeys),
    communityKeys: Math.max(0, chest.communityKeys - keys.communityKeys),
  };
}
