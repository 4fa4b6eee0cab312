/** The site's pages: every known route answers 200 with its drawn page or the shell, any other path 404 with the not-found page. */
import type { Context } from 'hono';
import { prerendered, routeAt, routes } from '#schema/routes.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/** Files are served before the Worker runs; what arrives here is a page, or nothing. */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  if (!c.env.ASSETS || url.pathname.startsWith('/assets/')) return c.text('Not found', 404);
  const name = routeAt(url.pathname);
  const isThere = name && (routes[name].guard !== 'developer' || c.env.ENVIRONMENT === 'development');
  const file = isThere && (name in prerendered ? name : 'shell');
  const address = new URL(`/pages/${file || 'notFound'}`, url);
  const page = await c.env.ASSETS.fetch(new Request(address, { headers: passedOn(c.req.raw.headers, Boolean(file)) }));
  if (page.status !== 200) return new Response(page.body, page);
  const html = (await page.text()).replaceAll('__SITE_ORIGIN__', c.env.PUBLIC_ORIGIN ?? url.origin);
  const headers = new Headers(page.headers);
  headers.delete('Content-Length');
  return new Response(html, { status: file ? 200 : 404, headers });
}

/** Conditional headers only where the answer may be 304: a 404 needs its body. Never a range: the whole text is looked through. */
function passedOn(asked: Headers, isThere: boolean): Headers {
  const headers = new Headers();
  for (const name of ['Accept-Encoding', ...(isThere ? ['If-None-Match', 'If-Modified-Since'] : [])]) {
    const value = asked.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
