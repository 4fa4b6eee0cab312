import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const signInWays = ['password', 'passkey', 'registration', 'google', 'facebook', 'apple'] as const;
export type SignInWay = (typeof signInWays)[number];

export const SignIn = v.object({
  id: v.number(),
  /** `failed`: wrong credentials; `refused`: suspended, or too many failures. */
  outcome: v.picklist(['opened', 'failed', 'refused']),
  way: v.picklist(signInWays),
  /** Time of the latest of the `count` attempts. */
  at: isoInstant,
  /** Such as `Firefox on Android`. */
  device: v.string(),
  /** ISO 3166 alpha-2; null if unknown. */
  country: v.nullable(v.string()),
  /** Failures within an hour are grouped. */
  count: v.number(),
});
export type SignIn = v.InferOutput<typeof SignIn>;

/** GET /api/sign-ins, newest first. */
export const SignIns = v.array(SignIn);
