/** Whether it is the member who asks for another address: a session alone, which can be stolen, does not say so. */

import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { freshUntil } from './deletion.ts';

export type UnconfirmedChange = 'password_or_sign_in' | 'sign_in_again';

/** What shows that it is them: the password, which is judged whenever one is given, or a fresh sign-in. */
export function howToConfirmChange(
  seen: { hasPassword: boolean; authenticatedAt: Seconds },
  givenPassword: string | null | undefined,
  now: Seconds,
): Result<'check_password' | 'confirmed', UnconfirmedChange> {
  if (givenPassword && seen.hasPassword) return ok('check_password');
  if (now < freshUntil(seen.authenticatedAt)) return ok('confirmed');
  return err(seen.hasPassword ? 'password_or_sign_in' : 'sign_in_again');
}
