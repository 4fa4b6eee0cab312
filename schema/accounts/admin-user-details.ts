import * as v from 'valibot';
import { User } from '#schema/accounts/user.ts';
import { reviewStates } from '#schema/certificates/certificate.ts';
import { isoInstant } from '#schema/fields.ts';
import { Membership, membershipSources } from '#schema/memberships/membership.ts';
import { Bounce } from '#schema/messages/bounce.ts';
import { MemberPayoutAddress } from '#schema/payouts/admin-payouts.ts';
import { keyCounters, owedTokenKinds, TokenTransaction } from '#schema/tokens/token.ts';

const text = v.nullable(v.string());
const nullableInstant = v.nullable(isoInstant);

/** Schema of a list preview: the newest rows and the total count, which is capped. */
function newest<Row extends v.GenericSchema>(row: Row) {
  return v.object({ rows: v.array(row), total: v.object({ count: v.number(), isMinimum: v.boolean() }) });
}

const person = v.object({ id: v.number(), name: v.string(), email: v.string() });

export const AdminUserProfile = v.object({
  ...User.entries,
  /** Optimistic lock. Every change must send the version it is based on. */
  version: v.number(),
  emailVerifiedAt: nullableInstant,
  hasPassword: v.boolean(),
  wantsOptionalMail: v.boolean(),
  stripeCustomerId: text,
  deletionRequestedAt: nullableInstant,
  suspendedAt: nullableInstant,
  /** Reason for the suspension, as shown to the member; null if the member is not suspended. */
  suspendedReason: text,
  /** True if only a super administrator can reinstate the member. */
  isSuspendedBySuperAdmin: v.boolean(),
  erasedAt: nullableInstant,
});
export type AdminUserProfile = v.InferOutput<typeof AdminUserProfile>;

const subscription = v.object({
  id: v.string(),
  tier: v.string(),
  status: v.string(),
  periodEnd: nullableInstant,
  cancelAtPeriodEnd: v.boolean(),
  graceUntil: nullableInstant,
  endedAt: nullableInstant,
});
const period = v.object({
  id: v.number(),
  tier: v.string(),
  startsAt: isoInstant,
  endsAt: isoInstant,
  source: v.picklist(membershipSources),
});
const owedEvent = v.object({
  id: v.number(),
  amount: v.number(),
  kind: v.picklist(owedTokenKinds),
  relatedEntityType: v.string(),
  relatedEntityId: v.string(),
  createdAt: isoInstant,
});
const keyEvent = v.object({
  id: v.number(),
  kind: v.picklist(keyCounters),
  amount: v.number(),
  cause: v.string(),
  createdAt: isoInstant,
});
const card = v.object({
  id: v.number(),
  cardId: v.string(),
  status: v.string(),
  location: text,
  totalScans: v.number(),
  tokensEarned: v.number(),
  createdAt: isoInstant,
});
const order = v.object({
  id: v.number(),
  description: v.string(),
  amount: v.number(),
  refunded: v.number(),
  status: v.string(),
  delivery: text,
  createdAt: isoInstant,
  paidAt: nullableInstant,
});
const payment = v.object({
  id: v.number(),
  description: v.string(),
  amount: v.number(),
  fromBalance: v.number(),
  refunded: v.number(),
  status: v.string(),
  reference: text,
  paidAt: isoInstant,
});
const certificate = v.object({
  id: v.number(),
  number: v.string(),
  type: v.string(),
  status: v.string(),
  review: v.picklist(reviewStates),
  tokensRedeemed: v.number(),
  createdAt: isoInstant,
  validUntil: isoInstant,
  cancelledAt: nullableInstant,
  cancelledBy: text,
  /** Why the certificate was refused or canceled. The member sees the same reason. */
  cancelReason: text,
});
const referral = v.object({ ...person.entries, role: v.string(), createdAt: isoInstant });
const commission = v.object({
  id: v.number(),
  kind: v.string(),
  referred: person,
  amount: v.number(),
  status: v.string(),
  heldReason: text,
  createdAt: isoInstant,
  paidAt: nullableInstant,
});
const chest = v.object({
  id: v.number(),
  month: v.string(),
  chestLevel: v.number(),
  amount: v.number(),
  status: v.string(),
  paidAt: nullableInstant,
});
const claim = v.object({
  id: v.number(),
  cardId: v.string(),
  status: v.string(),
  proofUrl: text,
  adminComment: text,
  createdAt: isoInstant,
});
const session = v.object({
  /** Session identifier that cannot be used to sign in. */
  id: v.string(),
  userAgent: text,
  createdAt: isoInstant,
  expiresAt: isoInstant,
});
const provider = v.object({ provider: v.string(), createdAt: isoInstant, lastUsedAt: isoInstant });

export const AdminUserDetails = v.object({
  profile: AdminUserProfile,
  /**
   * Why emails to the member are suppressed; null if they are not suppressed. `detail` is the response from the recipient's mail server.
   */
  bounce: v.nullable(v.object({ ...Bounce.entries, detail: text })),
  referredBy: v.nullable(person),
  membership: Membership,
  subscriptions: v.array(subscription),
  payoutAddress: v.nullable(MemberPayoutAddress),
  periods: newest(period),
  ledger: newest(TokenTransaction),
  owed: newest(owedEvent),
  keys: newest(keyEvent),
  cards: newest(card),
  orders: newest(order),
  payments: newest(payment),
  certificates: newest(certificate),
  referrals: newest(referral),
  commissions: newest(commission),
  chests: newest(chest),
  claims: newest(claim),
  sessions: newest(session),
  providers: newest(provider),
});
export type AdminUserDetails = v.InferOutput<typeof AdminUserDetails>;
