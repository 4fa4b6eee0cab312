import type { Context } from 'hono';
import { utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import type { SignedIn } from '#worker/middleware/session.ts';

/**
 * Throws 403 for a week after an administrator changed the member's email, in which the old mailbox can undo it. The write need not check
 * again: the new mailbox controls the account only later.
 */
export async function refuseAfterEmailChange<E extends AppEnv>({ var: { now, store } }: Context<E>, userId: number): Promise<void> {
  refuseUntil(await store.emailChanges.holdEnd(userId), now);
}

/**
 * Throws 409 if an administrator changed the member's email after the certificate was activated. Someone else may have the account now, so
 * another administrator enters the traveler.
 */
export async function refuseTravelerAfterEmailChange(
  { var: { store } }: Context<SignedIn>,
  userId: number,
  activatedAt: number | null,
): Promise<void> {
  if (await store.emailChanges.hasChangedSince(userId, activatedAt ?? 0)) throw new ApiError('traveler_fixed');
}

export function refuseUntil(until: number | null, now: number): void {
  if (until !== null && until > now) throw new ApiError('email_change_hold', { params: { day: utcDay(until) } });
}
