import { isAdult, type Traveler } from '#schema/stays/stay.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';

/** Throws unless the traveler is an adult. */
export function checkTraveler({ birthDate }: Traveler, now: Seconds): void {
  if (!isAdult(birthDate, utcDay(now))) throw new ApiError('traveler_too_young', { field: 'traveler.birthDate' });
}
