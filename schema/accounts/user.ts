/** The member as the API shows it: all of the row but the password and the providers' ids. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

export const tierNames = ['free', 'basic', 'premium'] as const;
const text = v.nullable(v.string());

export const User = v.object({
  id: v.number(),
  username: text,
  email: v.string(),
  emailVerified: v.boolean(),
  /** The address that takes the other one's place once it is proved; null where none waits for that. */
  pendingEmail: text,
  firstName: text,
  lastName: text,
  role: v.picklist(tierNames),
  tokenBalance: v.number(),
  /** What a returned payment would have taken back, had it not been spent: redemption counts the balance less this. */
  owedTokens: v.number(),
  autoRenew: v.boolean(),
  membershipExpiresAt: v.nullable(isoInstant),
  referralCode: v.string(),
  referredById: v.nullable(v.number()),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  /** Whether GET /api/earnings has anything to tell, of a member who is free now too. */
  hasEarnings: v.optional(v.boolean(), false),
  phone: text,
  address: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  oauthProvider: text,
  photoURL: text,
  createdAt: isoInstant,
  lastLoginAt: v.nullable(isoInstant),
});
export type User = v.InferOutput<typeof User>;

/** Answer of register and login: the user's fields at top level, and the session token. */
export const SignedInUser = v.object({ ...User.entries, token: v.string() });
export type SignedInUser = v.InferOutput<typeof SignedInUser>;
