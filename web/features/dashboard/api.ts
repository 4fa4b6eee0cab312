/** What the dashboard asks the server. */
import { TokenHistory } from '#schema/token.ts';
import { usePages } from '#web/lib/pages.ts';

const pageSize = 20;

/** The member's token history, newest first. */
export function useTokenHistory() {
  const { pages, error, reload, reading } = usePages(`/api/tokens?limit=${pageSize}`, TokenHistory);
  return { transactions: pages?.flatMap((page) => page.transactions), error, reload, reading };
}
