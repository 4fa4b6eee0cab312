/** The site's pages: every known route answers 200 with the SPA's shell, any other path 404 with the same shell. */
import type { Context } from 'hono';
import { isPagePath } from '#schema/pages.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/** Files are served before the Worker runs; what arrives here is a page of the SPA, or nothing. */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  if (!c.env.ASSETS || url.pathname.startsWith('/assets/')) return c.text('Not found', 404);
  const shell = await c.env.ASSETS.fetch(new Request(new URL('/', url), { headers: c.req.raw.headers }));
  const isKnown = isPagePath(url.pathname);
  if (isKnown && shell.status === 304) return shell;
  return new Response(shell.body, { status: isKnown ? 200 : 404, headers: shell.headers });
}
