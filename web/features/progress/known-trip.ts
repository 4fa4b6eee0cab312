/** The trip that the member last saw, stored on the device so that pages can show it before the member's progress has loaded. */
import * as v from 'valibot';
import { Trip } from '#schema/progress/progress.ts';
import { memberStore } from '#web/lib/member-store.ts';

const KnownTrip = v.object({ trip: v.nullable(Trip) });

export const {
  read: readKnownTrip,
  store: storeKnownTrip,
  clearExcept: clearKnownTrips,
} = memberStore<v.InferOutput<typeof KnownTrip>>('known_trip_', KnownTrip);
