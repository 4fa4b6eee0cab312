/** GET /.well-known/security.txt (RFC 9116). Generated on each request so that it does not expire between deployments. */
import { Hono } from 'hono';
import { routes } from '#schema/routes.ts';
import { secondsPerDay, securityTextValidDays } from '#schema/rules.ts';
import { securityEmail } from '#schema/site-contacts.ts';
import { windowStart } from '#worker/domain/time.ts';
import { readConfig } from '#worker/env.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

const path = '/.well-known/security.txt';

export const securityTextRoutes = new Hono<AppEnv>().get(path, async (c) => {
  const { publicOrigin } = await readConfig(c.env);
  const today = windowStart(Math.floor(Date.now() / 1_000), secondsPerDay);
  const expires = new Date((today + securityTextValidDays * secondsPerDay) * 1_000);
  const lines = [
    `Contact: mailto:${securityEmail}`,
    `Contact: ${publicOrigin}${routes.contact.path}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}${path}`,
  ];
  return c.text(`${lines.join('\n')}\n`, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': `public, max-age=${secondsPerDay}`,
  });
});
