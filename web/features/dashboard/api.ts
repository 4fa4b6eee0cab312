/** What the dashboard asks the server. */
import { useState } from 'react';
import { Earnings, SiteConfig } from '#schema/site.ts';
import { TokenHistory, type TokenTransaction } from '#schema/token.ts';
import type { User } from '#schema/user.ts';
import { apiGet } from '#web/lib/api.ts';
import { useQuery } from '#web/lib/query.ts';

/** Commissions and chest payouts; only paid members have any, so nobody else asks. */
export function useEarnings(tier: User['role']) {
  return useQuery(tier === 'free' ? null : '/api/earnings', Earnings);
}

/** How this site is set up: its address for links that leave it, among others. */
export function useSiteConfig() {
  return useQuery('/api/config', SiteConfig);
}

const pageSize = 20;

/** The member's token history, newest first; `more` loads the page after what is there. */
export function useTokenHistory() {
  const first = useQuery(`/api/tokens?limit=${pageSize}`, TokenHistory);
  const [older, setOlder] = useState<TokenHistory[]>([]);
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);

  const pages = first.data ? [first.data, ...older] : [];
  const cursor = pages.at(-1)?.nextCursor ?? null;

  async function more() {
    if (cursor === null) return;
    setLoadingMore(true);
    setMoreError(null);
    try {
      const page = await apiGet(`/api/tokens?limit=${pageSize}&cursor=${encodeURIComponent(cursor)}`, TokenHistory);
      setOlder((known) => [...known, page]);
    } catch (error) {
      setMoreError(error);
    } finally {
      setLoadingMore(false);
    }
  }

  return {
    transactions: first.data ? pages.flatMap((page): TokenTransaction[] => page.transactions) : undefined,
    error: first.error as unknown,
    reload: () => first.mutate(),
    hasMore: cursor !== null,
    more,
    loadingMore,
    moreError,
  };
}
