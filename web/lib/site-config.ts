import { SiteConfig } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';

export function useSiteConfig() {
  return useQuery('/api/config', SiteConfig);
}
