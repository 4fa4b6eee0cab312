/** What the dashboard's tab and the chests' page ask of the member's treasure chests. */
import { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Keys, level, this month's projection and past chests. */
export function useTreasureChests() {
  return useQuery('/api/treasure-chests', TreasureChests, { asksOnVisit: true });
}
