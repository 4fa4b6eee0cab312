import { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function useTreasureChests() {
  return useQuery('/api/treasure-chests', TreasureChests, { revalidatesOnMount: true });
}
