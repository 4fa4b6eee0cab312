/** The signed-in member's own account, without the password or provider ids. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { Membership, memberNotices } from '#schema/memberships/membership.ts';
import { tierNames } from '#schema/memberships/tier.ts';

const text = v.nullable(v.string());

export const User = v.object({
  id: v.number(),
  username: text,
  email: v.string(),
  emailVerified: v.boolean(),
  pendingEmail: text,
  firstName: text,
  lastName: text,
  role: v.picklist(tierNames),
  tokenBalance: v.number(),
  /** Tokens that a refund could not withdraw because they had already been spent. Members can redeem their balance minus this amount. */
  owedTokens: v.number(),
  autoRenew: v.boolean(),
  membershipExpiresAt: v.nullable(isoInstant),
  membership: Membership,
  /** The most urgent banner to show; null if there is none. */
  notice: v.nullable(v.picklist(memberNotices)),
  referralCode: v.string(),
  referredById: v.nullable(v.number()),
  treasureKeys: v.number(),
  communityKeys: v.number(),
  /** True if GET /api/earnings returns any rows. Members who have returned to the free tier may still have earnings. */
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
  /** Language of the site for this member, and of emails and notifications. */
  language: v.optional(v.string(), 'en'),
});
export type User = v.InferOutput<typeof User>;

export const SignedInUser = v.object({ ...User.entries, token: v.string() });
export type SignedInUser = v.InferOutput<typeof SignedInUser>;
