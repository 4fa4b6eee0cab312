/** /robots.txt and /sitemap.xml: what search engines may look at, and which pages there are. */
import { type Context, Hono } from 'hono';
import { prerendered, routeNames, routes, sitemapPaths } from '#schema/routes.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

const keptSeconds = 3_600;

/** Pages that are not drawn for everybody are somebody's own, and say nothing to who is not signed in. */
const ownPages = routeNames
  .filter((name) => !(name in prerendered) && routes[name].guard !== 'developer')
  .map((name) => routes[name].path.replace(/:.*/, ''));
/** Beginnings of paths; what begins with another of them needs no line of its own. */
const disallowed = [...new Set(['/api/', '/dev/', '/admin/', ...ownPages])].filter(
  (prefix, _, prefixes) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)),
);

export const searchEngineRoutes = new Hono<AppEnv>()
  .get('/robots.txt', (c) => {
    const lines = ['User-agent: *', ...disallowed.map((prefix) => `Disallow: ${prefix}`), '', `Sitemap: ${originOf(c)}/sitemap.xml`, ''];
    return c.body(lines.join('\n'), 200, headersOf('text/plain'));
  })
  .get('/sitemap.xml', (c) => {
    const addresses = sitemapPaths().map((path) => `  <url><loc>${originOf(c)}${path}</loc></url>`);
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...addresses,
      '</urlset>',
      '',
    ];
    return c.body(xml.join('\n'), 200, headersOf('application/xml'));
  });

/** As in the pages' canonical addresses. */
function originOf(c: Context<AppEnv>): string {
  return c.env.PUBLIC_ORIGIN ?? new URL(c.req.url).origin;
}

const headersOf = (type: string) => ({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': `public, max-age=${keptSeconds}` });
