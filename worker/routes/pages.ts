/** The site's pages: every known route answers 200 with the SPA's shell, any other path 404 with the same shell. */
import type { Context } from 'hono';
import { isPagePath } from '#schema/pages.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/** Files are served before the Worker runs; what arrives here is a page of the SPA, or nothing. */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  if (!c.env.ASSETS || url.pathname.startsWith('/assets/')) return c.text('Not found', 404);
  const shellUrl = new URL('/', url);
  if (isPagePath(url.pathname)) return c.env.ASSETS.fetch(new Request(shellUrl, { headers: c.req.raw.headers }));
  // Without the caller's conditional headers: a 404 needs its body.
  const shell = await c.env.ASSETS.fetch(new Request(shellUrl));
  return new Response(shell.body, { status: 404, headers: shell.headers });
}
