import type { Context } from 'hono';
import type * as v from 'valibot';
import { type ActivateRequest, isAdult, type Traveler } from '#schema/stays/stay.ts';
import { travelerLimits } from '#worker/domain/limit.ts';
import type { PersonHashes } from '#worker/domain/stays/person.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import type { SignedIn } from '#worker/middleware/session.ts';
import { confirmCaller } from '#worker/routes/accounts/current-password.ts';
import { countAttempt } from '#worker/routes/limits.ts';
import type { Store } from '#worker/store/store.ts';

export function requireAdult({ birthDate }: Traveler, now: Seconds): void {
  if (!isAdult(birthDate, utcDay(now))) throw new ApiError('traveler_too_young', { field: 'traveler.birthDate' });
}

/**
 * Checks the traveler whom a member names, and the member's identity: whoever has only the session could give the stay away. Counts the
 * attempt, because without a limit members could find out birth dates by trial and error.
 */
export async function checkNamedTraveler(
  c: Context<SignedIn>,
  { traveler, currentPassword }: v.InferOutput<typeof ActivateRequest>,
): Promise<void> {
  const { caller, now } = c.var;
  requireAdult(traveler, now);
  await confirmCaller(c, currentPassword);
  await countAttempt(c, travelerLimits(caller.userId, now), 'too_many_travelers_named');
}

/** Throws if the person has another stay within the year, and records the rejected person with the certificate. */
export async function refuseTaken(store: Store, certificateId: number, hashes: PersonHashes, now: Seconds): Promise<void> {
  if (!(await store.stays.isPersonTaken(certificateId, hashes, now))) return;
  await store.stays.recordRefusal(certificateId, hashes);
  throw new ApiError('traveler_has_stay');
}
