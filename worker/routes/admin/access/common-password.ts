import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';
import type { AdminEnv } from '#worker/middleware/admin.ts';
import { readSiteList } from '#worker/store/site-lists.ts';

/** Throws for common passwords, except in development. `passwords` is keyed by field name. */
export async function refuseCommonPassword(c: Context<AdminEnv>, passwords: Record<string, string>): Promise<void> {
  if (c.var.config.environment === 'development') return;
  const commonPasswords = await readSiteList(c.env.ASSETS, 'common-passwords');
  if (!commonPasswords) throw new ApiError('password_check_unavailable');
  for (const [field, password] of Object.entries(passwords)) {
    if (commonPasswords.has(password.toLowerCase())) throw new ApiError('password_too_common', { field });
  }
}
