/** Outcomes of all certificates, as published on /stays. See "Stays" in docs/product-rules.md. */
import * as v from 'valibot';

/** A number of certificates; null if it covers too few members to be published. */
const Count = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));

export const StayFigures = v.object({
  /** Day of the count, `YYYY-MM-DD`; null before the first one. */
  day: v.nullable(v.string()),
  issued: Count,
  /** Stays with a place and dates, including those that took place. */
  booked: Count,
  /** Stays that took place, as their members say. */
  stayed: Count,
  /** Certificates whose tokens were returned to the member. */
  returned: Count,
  /** Certificates refused after a review. */
  refused: Count,
  /** Median time between a member's wishes and our offer. */
  medianOfferSeconds: Count,
});
export type StayFigures = v.InferOutput<typeof StayFigures>;
