import type { Context } from 'hono';
import { utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';

/**
 * Throws 403 for a week after an administrator changed the member's email, in which the old mailbox can undo it. The write need not check
 * again: the new mailbox controls the account only later.
 */
export async function refuseAfterEmailChange<E extends AppEnv>({ var: { now, store } }: Context<E>, userId: number): Promise<void> {
  refuseUntil(await store.emailChanges.holdEnd(userId), now);
}

export function refuseUntil(until: number | null, now: number): void {
  if (until !== null && until > now) throw new ApiError('email_change_hold', { params: { day: utcDay(until) } });
}
