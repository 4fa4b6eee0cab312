import type { Context } from 'hono';
import type { AppEnv } from './context.ts';

/** Returns the visitor's country from Cloudflare as an ISO 3166-1 alpha-2 code; null if unknown (XX) or for Tor (T1). */
export function visitorCountry<E extends AppEnv>(c: Context<E>): string | null {
  const code = c.req.raw.cf?.country ?? c.req.header('CF-IPCountry');
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
