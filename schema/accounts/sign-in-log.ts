import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const signInMethods = ['password', 'passkey', 'registration', 'google', 'facebook', 'apple'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const SignIn = v.object({
  id: v.number(),
  /** Outcome of the sign-in attempt. `failed`: wrong credentials. `refused`: suspended account or too many failed attempts. */
  outcome: v.picklist(['opened', 'failed', 'refused']),
  way: v.picklist(signInMethods),
  /** When the most recent of the `count` attempts was made. */
  at: isoInstant,
  /** Browser and operating system, for example `Firefox on Android`. */
  device: v.string(),
  /** Country code (ISO 3166 alpha-2); null if unknown. */
  country: v.nullable(v.string()),
  /** Number of attempts; failures within an hour share one entry. */
  count: v.number(),
});
export type SignIn = v.InferOutput<typeof SignIn>;

/** Response of GET /api/sign-ins, newest first. */
export const SignIns = v.array(SignIn);
