/** A member's weekly trail, medals and dream destination. Product rules: Trips, weekly trail and medals. */
import * as v from 'valibot';
import { certificateTypes } from '#schema/certificates/certificate.ts';
import { medalIds } from '#schema/progress/medals.ts';
import { calendarDay } from '#schema/stays/stay.ts';
import { timeZone } from '#schema/time-zone.ts';

/** `rest`: a week without a find for which a saved rest week was used. `before`: a week before the member joined. */
export const trailWeekStates = ['find', 'rest', 'missed', 'open', 'before'] as const;

export const WeeklyTrail = v.object({
  /** Number of consecutive weeks with a find, not counting rest weeks. */
  weeks: v.number(),
  longest: v.number(),
  /** Saved rest weeks. */
  restWeeks: v.number(),
  /** The last weeks, oldest first, each with its Monday. The last one is the current week: `find`, or `open` until there is a find. */
  recent: v.array(v.object({ monday: calendarDay(), state: v.picklist(trailWeekStates) })),
});
export type WeeklyTrail = v.InferOutput<typeof WeeklyTrail>;

export const MedalProgress = v.object({
  id: v.picklist(medalIds),
  /** Count toward the medal's goal, at most the goal. */
  count: v.number(),
  /**
   * Day on which the member earned the medal, `YYYY-MM-DD`; null if they have not. It is in the member's time zone, or in UTC for a medal
   * that others' finds earned, because owners must not see when exactly a card was found.
   */
  earnedOn: v.nullable(calendarDay()),
});
export type MedalProgress = v.InferOutput<typeof MedalProgress>;

/** The trip to the member's dream destination, with the cheapest stay there. */
export const Trip = v.object({
  destinationId: v.string(),
  name: v.string(),
  country: v.string(),
  type: v.picklist(certificateTypes),
  tokens: v.number(),
});
export type Trip = v.InferOutput<typeof Trip>;

/** Response of GET /api/progress and of the calls that change its settings. */
export const Progress = v.object({
  /** Null if the member has not chosen a destination, or if it is no longer offered. */
  trip: v.nullable(Trip),
  trail: WeeklyTrail,
  /** All medals in display order. */
  medals: v.array(MedalProgress),
  /** The medal that others see next to the member's name; null if none. */
  shownMedal: v.nullable(v.picklist(medalIds)),
  /** IANA time zone in which the member's weeks begin; null if it is not known yet, in which case they begin in UTC. */
  timeZone: v.nullable(v.string()),
});
export type Progress = v.InferOutput<typeof Progress>;

export const ShownMedalRequest = v.strictObject({ medal: v.nullable(v.picklist(medalIds, 'Please choose one of your medals')) });

export const TimeZoneRequest = v.strictObject({ timeZone });

/** Body of PUT /api/progress/destination. `destinationId` is null to end the trip without choosing another destination. */
export const DreamRequest = v.strictObject({
  destinationId: v.nullable(v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/, 'Please choose one of the destinations'))),
});
