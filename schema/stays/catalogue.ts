/** Terms of each kind of stay: what it includes, and what it costs in addition to tokens. Product rules: Certificates. */
import * as v from 'valibot';
import { certificateTypes } from '#schema/certificates/certificate.ts';

const shownText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const usdCents = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** A mandatory cost for the whole stay, in US cents. */
const StayCost = v.pipe(
  v.object({
    name: shownText,
    /** Completes the phrase "charged by …", for example `the hotel`. */
    chargedBy: shownText,
    /** Completes the phrase "charged by the hotel …", for example `at check-in`. */
    when: shownText,
    fromCents: usdCents,
    toCents: usdCents,
  }),
  v.check(({ fromCents, toCents }) => fromCents <= toCents, 'A cost must not start above its end'),
);

/** Example of what a past guest paid in addition to tokens. `month` is `YYYY-MM`. */
const CostExample = v.object({ place: shownText, month: v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), extraCents: usdCents });

export const Destination = v.object({ id: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)), name: shownText, country: shownText });
export type Destination = v.InferOutput<typeof Destination>;

export const StayTerms = v.object({
  includes: v.pipe(v.array(shownText), v.minLength(1), v.maxLength(10)),
  /** Maximum number of travelers, including children. */
  maxTravelers: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
  destinations: v.pipe(v.array(Destination), v.minLength(1), v.maxLength(50)),
  /** Blackout dates and other conditions. */
  rules: v.pipe(v.array(shownText), v.minLength(1), v.maxLength(10)),
  costs: v.pipe(v.array(StayCost), v.minLength(1), v.maxLength(10)),
  examples: v.pipe(v.array(CostExample), v.minLength(3), v.maxLength(12)),
});
export type StayTerms = v.InferOutput<typeof StayTerms>;

type CertificateType = (typeof certificateTypes)[number];
export const TermsByType = v.object(
  Object.fromEntries(certificateTypes.map((type) => [type, StayTerms])) as Record<CertificateType, typeof StayTerms>,
);
export type TermsByType = v.InferOutput<typeof TermsByType>;

/**
 * Terms of all kinds of stays. `version` changes whenever the terms change. A redemption request includes the version that the member saw.
 */
export const StayCatalogue = v.object({ version: v.string(), terms: TermsByType });
export type StayCatalogue = v.InferOutput<typeof StayCatalogue>;
