/** The site's pages: every known route answers 200 with the SPA's shell, any other path 404 with the same shell. */
import type { Context } from 'hono';
import { isPagePath } from '#schema/pages.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/** Files are served before the Worker runs; what arrives here is a page of the SPA, or nothing. */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  if (!c.env.ASSETS || url.pathname.startsWith('/assets/')) return c.text('Not found', 404);
  const isKnown = isPagePath(url.pathname);
  // Conditional headers only where the answer may be 304: a 404 needs its body.
  const shell = await c.env.ASSETS.fetch(new Request(new URL('/', url), isKnown ? { headers: c.req.raw.headers } : {}));
  // A copy, since middleware adds headers and those of a fetched response cannot be changed.
  return new Response(shell.body, { status: isKnown ? shell.status : 404, headers: shell.headers });
}
