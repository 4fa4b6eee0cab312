/** How this site is set up. */
import { SiteConfig } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** GET /api/config: the site's address for links that leave it, among others. */
export function useSiteConfig() {
  return useQuery('/api/config', SiteConfig);
}
