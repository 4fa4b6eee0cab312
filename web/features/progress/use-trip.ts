import { useEffect } from 'react';
import type { Trip } from '#schema/progress/progress.ts';
import { readKnownTrip, storeKnownTrip } from '#web/features/progress/known-trip.ts';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { i18n } from '#web/lib/words/words.ts';

/**
 * Returns the member's trip: null if they have not chosen a destination, undefined if that is not known yet. Stores nothing while an
 * administrator views the account, because then no member is signed in.
 */
export function useTrip(memberId: number): Trip | null | undefined {
  const { data, error } = useProgress();
  useEffect(() => {
    if (data && memberId === getTokenMemberId()) storeKnownTrip(memberId, { trip: data.trip });
  }, [data, memberId]);
  const known = data ?? readKnownTrip(memberId);
  if (known) return known.trip && { ...known.trip, name: i18n._(known.trip.name) };
  return error === undefined ? undefined : null;
}
