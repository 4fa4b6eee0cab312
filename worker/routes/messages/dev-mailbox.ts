/**
 * GET /dev/mailbox and GET /dev/push show the local mailbox and push service under the product's own origin; POST /dev/mail-events puts the
 * mailbox's events into the queue. Only in development with these services; otherwise 404.
 */
import { Hono } from 'hono';
import { type AppEnv, context } from '#worker/middleware/context.ts';

const timeoutMs = 5_000;
const forwardedHeaders = ['Location', 'Content-Type', 'Content-Security-Policy', 'Cache-Control', 'Referrer-Policy'];

export const devMailboxRoutes = new Hono<AppEnv>()
  .post('/dev/mail-events', context, async (c) => {
    if (c.var.config.mail.mailboxBase === null || !c.env.MAIL_EVENTS) return c.notFound();
    await c.env.MAIL_EVENTS.send(await c.req.json());
    return c.body(null, 204);
  })

  .on(['GET', 'POST'], '/dev/mailbox/:page{.*}?', context, async (c) => {
    const { mailboxBase } = c.var.config.mail;
    return mailboxBase === null ? c.notFound() : forward(mailboxBase, c.req.raw, 'mailbox');
  })

  .on(['GET', 'POST'], '/dev/push/:page{.*}?', context, async (c) => {
    const { localPushOrigin } = c.var.config;
    return localPushOrigin === null ? c.notFound() : forward(localPushOrigin, c.req.raw, 'push service');
  });

async function forward(base: string, request: Request, name: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  try {
    const response = await fetch(`${base}${pathname}${search}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
      ...(method === 'POST' && { method, body: await request.text() }),
    });
    const headers = forwardedHeaders.flatMap((header) => {
      const value = response.headers.get(header);
      return value === null ? [] : [[header, value] as [string, string]];
    });
    return new Response(response.body, { status: response.status, headers });
  } catch {
    return new Response(`The local ${name} isn’t responding. Is \`npm start\` still running?`, { status: 502 });
  }
}
