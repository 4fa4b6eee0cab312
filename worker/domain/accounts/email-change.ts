/** Confirmation of sensitive changes, such as a new email. A session alone is not enough, because it may be stolen. */

import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { freshUntil } from './deletion.ts';

export type UnconfirmedChange = 'password_or_sign_in' | 'sign_in_again';

/** Decides whether a change is confirmed: by a recent sign-in, or by the password, which is always checked if it was sent. */
export function decideChangeConfirmation(
  credentials: { hasPassword: boolean; authenticatedAt: Seconds },
  givenPassword: string | null | undefined,
  now: Seconds,
): Result<'check_password' | 'confirmed', UnconfirmedChange> {
  if (givenPassword && credentials.hasPassword) return ok('check_password');
  if (now < freshUntil(credentials.authenticatedAt)) return ok('confirmed');
  return err(credentials.hasPassword ? 'password_or_sign_in' : 'sign_in_again');
}
