/**
 * GET /dev/mailbox shows the local mailbox under the product's own origin; POST /dev/mail-events puts its events into the queue. Only in
 * development with a mailbox; otherwise 404.
 */
import { Hono } from 'hono';
import { type AppEnv, context } from '#worker/middleware/context.ts';

const timeoutMs = 5_000;
const forwardedHeaders = ['Content-Type', 'Content-Security-Policy', 'Cache-Control', 'Referrer-Policy'];

export const devMailboxRoutes = new Hono<AppEnv>()
  .post('/dev/mail-events', context, async (c) => {
    if (c.var.config.mail.mailboxBase === null || !c.env.MAIL_EVENTS) return c.notFound();
    await c.env.MAIL_EVENTS.send(await c.req.json());
    return c.body(null, 204);
  })

  .get('/dev/mailbox/:page{.*}?', context, async (c) => {
    const { mailboxBase } = c.var.config.mail;
    if (mailboxBase === null) return c.notFound();
    const { pathname, search } = new URL(c.req.url);
    try {
      const response = await fetch(`${mailboxBase}${pathname}${search}`, { signal: AbortSignal.timeout(timeoutMs) });
      const headers = forwardedHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as [string, string]];
      });
      return new Response(response.body, { status: response.status, headers });
    } catch {
      return c.text('The local mailbox isn’t responding. Is `npm start` still running?', 502);
    }
  });
