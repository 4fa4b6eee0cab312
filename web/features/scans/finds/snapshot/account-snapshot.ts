/**
 * The balance and finds that the member last saw online, stored on the device for the offline page. Product rules: Network and offline.
 */
import * as v from 'valibot';
import type { User } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';
import type { FoundCards } from '#schema/scans/find.ts';
import type { FindSummary } from '#schema/scans/find-history.ts';
import { number } from '#web/lib/format.ts';
import { memberStore } from '#web/lib/member-store.ts';

export const maxLatestFinds = 3;

/** A find in a short list. `title` is the card's location, or its id if the location is unknown. */
const LatestFind = v.object({ id: v.number(), title: v.string(), foundAt: isoInstant, tokens: v.number() });
export type LatestFind = v.InferOutput<typeof LatestFind>;

/** `hasMore` is true if the count is only a minimum. */
const FindCount = v.object({ count: v.number(), hasMore: v.boolean() });
type FindCount = v.InferOutput<typeof FindCount>;

const AccountSnapshot = v.object({
  /** Increment this when the format changes. Snapshots stored with another version are ignored. */
  version: v.literal(1),
  /** Time at which the page showed this data. */
  shownAt: isoInstant,
  tokenBalance: v.number(),
  finds: FindCount,
  latestFinds: v.array(LatestFind),
});
type AccountSnapshot = v.InferOutput<typeof AccountSnapshot>;

export const {
  read: readSnapshot,
  store: storeSnapshot,
  clearExcept: clearSnapshots,
} = memberStore<AccountSnapshot>('account_snapshot_', AccountSnapshot);

export function listLatestFinds({ finds }: FoundCards): LatestFind[] {
  return finds.slice(0, maxLatestFinds).map(({ id, cardId, name, foundAt, tokens }) => ({ id, title: name ?? cardId, foundAt, tokens }));
}

/** Counts all finds. If there are more than the server counts, the summary has no total, so the count is only a minimum. */
export function countFinds({ total, months }: FindSummary): FindCount {
  return total === null ? { count: months.reduce((sum, { finds }) => sum + finds, 0), hasMore: true } : { count: total, hasMore: false };
}

export function formatFindCount({ count, hasMore }: FindCount): string {
  return `${number(count)}${hasMore ? '+' : ''}`;
}

/** Counts the finds if the summary is not loaded: adds the finds that are newer than the previous snapshot to that snapshot's count. */
function countFromNewest({ finds, nextCursor }: FoundCards, previous: AccountSnapshot | null): FindCount {
  if (nextCursor === null) return { count: finds.length, hasMore: false };
  const newerFinds = finds.findIndex(({ id }) => id === previous?.latestFinds[0]?.id);
  if (!previous || newerFinds < 0 || previous.finds.count + newerFinds <= finds.length) return { count: finds.length, hasMore: true };
  return { ...previous.finds, count: previous.finds.count + newerFinds };
}

interface ShownData {
  user: Pick<User, 'tokenBalance'>;
  /** The newest finds. */
  newestFinds: FoundCards;
  /** Summary of all finds; undefined if the page has not loaded it. */
  summary: FindSummary | undefined;
}

export function createSnapshot({ user, newestFinds, summary }: ShownData, previous: AccountSnapshot | null, now: number): AccountSnapshot {
  return {
    version: 1,
    shownAt: new Date(now).toISOString(),
    tokenBalance: user.tokenBalance,
    finds: summary ? countFinds(summary) : countFromNewest(newestFinds, previous),
    latestFinds: listLatestFinds(newestFinds),
  };
}
