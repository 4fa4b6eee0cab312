/** One's own sign-ins of late: those that worked, and those that did not. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const signInWays = ['password', 'passkey', 'registration', 'google', 'facebook', 'apple'] as const;
export type SignInWay = (typeof signInWays)[number];

export const SignIn = v.object({
  id: v.number(),
  /** `failed`: something was wrong; `refused`: the account was suspended, or too many had failed before. */
  outcome: v.picklist(['opened', 'failed', 'refused']),
  way: v.picklist(signInWays),
  /** The last of `count`. */
  at: isoInstant,
  /** In plain words: `Firefox on Android`. */
  device: v.string(),
  /** Two letters (ISO 3166); null where that is not known. */
  country: v.nullable(v.string()),
  /** Those that failed within an hour are told together. */
  count: v.number(),
});
export type SignIn = v.InferOutput<typeof SignIn>;

/** GET /api/sign-ins, the newest first. */
export const SignIns = v.array(SignIn);
