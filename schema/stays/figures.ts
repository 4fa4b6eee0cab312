/** Statistics on the outcomes of all certificates, as published on /stays. See "Stays" in docs/product-rules.md. */
import * as v from 'valibot';

/** A published figure, such as a number of certificates; null if it covers too few members to be published. */
const Count = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));

export const StayFigures = v.object({
  /** Day on which the certificates were counted, `YYYY-MM-DD`; null if they have not been counted yet. */
  day: v.nullable(v.string()),
  issued: Count,
  /** Number of stays booked, including those that took place. */
  booked: Count,
  /** Number of stays that took place, as confirmed by the members. */
  stayed: Count,
  /** Number of certificates whose tokens were returned to the member. */
  returned: Count,
  /** Number of certificates refused after a review. */
  refused: Count,
  /** Median time from a member's request for a stay to our offer, in seconds. */
  medianOfferSeconds: Count,
});
export type StayFigures = v.InferOutput<typeof StayFigures>;
