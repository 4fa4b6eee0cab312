import { TokenHistory } from '#schema/tokens/token.ts';
import { usePages } from '#web/lib/api/pages.ts';

const pageSize = 20;

export function useTokenHistory() {
  return usePages(`/api/tokens?limit=${pageSize}`, TokenHistory);
}
