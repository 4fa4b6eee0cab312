/** Exchanges a Google, Facebook or Apple token for a session. Product rules: Accounts and sessions. */
import * as v from 'valibot';
import { User } from '#schema/accounts/user.ts';
import { optionalText } from '#schema/fields.ts';

const idTokenMaxLength = 16_000;
const missingTokenMessage = 'The sign-in token is missing';

/**
 * Body of POST /api/auth/token. Only `idToken` is trusted; the other fields must not contradict it. `ref` is an invitation code and only
 * applies to new members.
 */
export const TokenExchangeRequest = v.strictObject({
  idToken: v.optional(
    v.nullable(v.pipe(v.string(missingTokenMessage), v.maxLength(idTokenMaxLength, 'This is not a valid sign-in token'))),
  ),
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
