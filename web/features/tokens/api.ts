/** What the dashboard asks the server. */
import { TokenHistory } from '#schema/tokens/token.ts';
import { usePages } from '#web/lib/api/pages.ts';

const pageSize = 20;

/** The member's token history, newest first. */
export function useTokenHistory() {
  return usePages(`/api/tokens?limit=${pageSize}`, TokenHistory);
}
