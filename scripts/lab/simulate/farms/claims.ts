import { secondsPerMinute, syncSignal } from '#schema/rules.ts';
import type { WorldFind } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** How an attacker fakes finds. With `mixed`, every other find is reported as made offline. */
export const methods = ['camera', 'offline', 'mixed'] as const;
export type Method = (typeof methods)[number];

const minutesBetween = 5;
/** Number of finds that an attacker claims to have synced together. The daily limit keeps real syncs smaller. */
const findsOfSync = 60;

/** Returns a function that disguises an attacker's finds as offline ones, with times that match a leisurely walk before the sync. */
export function disguiseFinds(method: Method, accounts: ReadonlySet<number>): (find: WorldFind) => WorldFind {
  const syncs = new Map<number, { lastAt: Seconds; finds: number }>();
  return (find) => {
    if (method === 'camera' || !accounts.has(find.userId)) return find;
    const sync = syncs.get(find.userId);
    const finds = sync && find.at - sync.lastAt <= syncSignal.gapSeconds ? sync.finds + 1 : 0;
    syncs.set(find.userId, { lastAt: find.at, finds });
    if (method === 'mixed' && finds % 2 === 1) return find;
    return { ...find, source: 'offline', statedAt: find.at - (findsOfSync - finds) * minutesBetween * secondsPerMinute };
  };
}
