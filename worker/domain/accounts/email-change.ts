/** Confirmation of sensitive changes, such as a new email. A session alone is not enough, because it may be stolen. */

import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { freshUntil } from './deletion.ts';

export type UnconfirmedChange = 'password_or_sign_in' | 'sign_in_again';

/**
 * Decides how a sensitive change is confirmed: by the password if one was sent, or else by a recent sign-in. A password that was sent is
 * always checked.
 */
export function decideChangeConfirmation(
  credentials: { hasPassword: boolean; authenticatedAt: Seconds },
  givenPassword: string | null | undefined,
  now: Seconds,
): Result<'check_password' | 'confirmed', UnconfirmedChange> {
  if (givenPassword && credentials.hasPassword) return ok('check_password');
  if (now < freshUntil(credentials.authenticatedAt)) return ok('confirmed');
  return err(credentials.hasPassword ? 'password_or_sign_in' : 'sign_in_again');
}
