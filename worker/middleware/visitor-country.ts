/** The country that a request comes from. */
import type { Context } from 'hono';
import type { AppEnv } from './context.ts';

/** Two letters (ISO 3166), as Cloudflare sees it; null where it does not know (XX), and for Tor (T1). */
export function visitorCountry<E extends AppEnv>(c: Context<E>): string | null {
  const code = c.req.raw.cf?.country ?? c.req.header('CF-IPCountry');
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
