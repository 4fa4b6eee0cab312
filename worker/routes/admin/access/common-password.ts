import type { Context } from 'hono';
import { isCommonPassword } from '#schema/accounts/guessable-password.ts';
import { ApiError } from '#worker/errors.ts';
import type { AdminEnv } from '#worker/middleware/admin.ts';

/** No administrator has one of the first passwords that anybody would try; in development they may. Field -> password. */
export function refuseCommonPassword(c: Context<AdminEnv>, passwords: Record<string, string>): void {
  if (c.var.config.environment === 'development') return;
  for (const [field, password] of Object.entries(passwords)) {
    if (isCommonPassword(password))
      throw new ApiError('password_too_common', {
        fields: { [field]: 'This is one of the most common passwords. Please choose another one' },
      });
  }
}
