/** Sign-in through Google, Facebook and Apple: the exchange of a provider's token for a session of ours. Product rules: Accounts and sessions. */
import * as v from 'valibot';
import { User } from '#schema/accounts/user.ts';
import { optionalText } from '#schema/fields.ts';

const idTokenMaxLength = 16_000;
const noToken = 'No sign-in token was sent';

/**
 * POST /api/auth/token. Only `idToken` is believed; what stands beside it must not say otherwise. `ref` is the code of an
 * invitation and counts for a new member.
 */
export const TokenExchangeRequest = v.strictObject({
  idToken: v.optional(v.nullable(v.pipe(v.string(noToken), v.maxLength(idTokenMaxLength, 'This is no sign-in token')))),
  firebaseUid: v.optional(v.nullable(v.string())),
  email: v.optional(v.nullable(v.string())),
  displayName: v.optional(v.nullable(v.string())),
  photoURL: v.optional(v.nullable(v.string())),
  provider: v.optional(v.nullable(v.string())),
  ref: optionalText('Referral code', 40),
});
export type TokenExchangeRequest = v.InferOutput<typeof TokenExchangeRequest>;

export const TokenExchange = v.object({ token: v.string(), user: User });
export type TokenExchange = v.InferOutput<typeof TokenExchange>;
