import type { AdminUserDetails, AdminUserProfile } from '#schema/accounts/admin-user-details.ts';
import type { AdminUser, TokenAdjustment } from '#schema/accounts/admin-users.ts';
import { getReturnedCents, isFullyReturned } from '#worker/domain/memberships/account.ts';
import { cardsName, membershipName } from '#worker/domain/memberships/description.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { presentUser } from '#worker/routes/cards/present-card.ts';
import { presentMembership } from '#worker/routes/orders/present-money.ts';
import { presentPayoutAddress } from '#worker/routes/payouts/admin-present-payouts.ts';
import type { MemberDetails, Newest, PersonRow, ProfileRow } from '#worker/store/accounts/admin-member-details.ts';
import type { ListedMember } from '#worker/store/accounts/admin-members.ts';
import type { AdjustmentRow } from '#worker/store/memberships/admin-member-money.ts';

export function presentListed({ emailVerifiedAt, deletionRequestedAt, suspendedAt, createdAt, ...same }: ListedMember): AdminUser {
  return {
    ...same,
    createdAt: toIso(createdAt),
    emailVerified: emailVerifiedAt !== null,
    isLeaving: deletionRequestedAt !== null,
    isSuspended: suspendedAt !== null,
  };
}

export function presentAdjustment({ createdAt, ...same }: AdjustmentRow): TokenAdjustment {
  return { ...same, createdAt: toIso(createdAt) };
}

/** Presents a member's details to administrators. With `isForSuperAdmins`, includes the PayPal address. */
export function presentDetails(
  { profile, bounce, referredBy, subscriptions, payoutAddress, lists }: MemberDetails,
  isForSuperAdmins: boolean,
  now: number,
): AdminUserDetails {
  return {
    profile: presentProfile(profile, now),
    bounce: bounce ? { reason: bounce.reason, at: toIso(bounce.bouncedAt), detail: bounce.detail } : null,
    referredBy: referredBy ? presentPerson(referredBy) : null,
    membership: presentMembership(profile, now),
    subscriptions: subscriptions.map(({ id, tier, status, periodEnd, cancelAtPeriodEnd, graceUntil, endedAt }) => ({
      id,
      tier,
      status,
      periodEnd: toIsoOrNull(periodEnd),
      cancelAtPeriodEnd,
      graceUntil: toIsoOrNull(graceUntil),
      endedAt: toIsoOrNull(endedAt),
    })),
    payoutAddress: presentPayoutAddress(payoutAddress, now, isForSuperAdmins),
    ledger: presentEach(lists.ledger, presentTime),
    owed: presentEach(lists.owed, presentTime),
    keys: presentEach(lists.keys, presentTime),
    periods: presentEach(lists.periods, ({ startsAt, endsAt, ...same }) => ({ ...same, startsAt: toIso(startsAt), endsAt: toIso(endsAt) })),
    cards: presentEach(lists.cards, presentTime),
    orders: presentEach(lists.orders, ({ kind, tier, quantity, amountCents, refundedCents, paidAt, ...same }) => ({
      ...presentTime(same),
      description: kind === 'membership' ? membershipName(tier) : cardsName(quantity ?? 0),
      amount: amountCents,
      refunded: refundedCents,
      paidAt: toIsoOrNull(paidAt),
    })),
    payments: presentEach(
      lists.payments,
      ({
        amountCents,
        balanceCents,
        refundedCents,
        refundOwedCents,
        disputeStatus,
        stripePaymentIntentId,
        stripeInvoiceId,
        paidAt,
        ...same
      }) => ({
        ...same,
        amount: amountCents,
        fromBalance: balanceCents,
        refunded: refundedCents,
        status: paymentStatus({ amountCents, refundedCents, refundOwedCents, disputeStatus }),
        reference: stripePaymentIntentId ?? stripeInvoiceId,
        paidAt: toIso(paidAt),
      }),
    ),
    certificates: presentEach(lists.certificates, ({ validUntil, cancelledAt, ...same }) => ({
      ...presentTime(same),
      validUntil: toIso(validUntil),
      cancelledAt: toIsoOrNull(cancelledAt),
    })),
    referrals: presentEach(lists.referrals, ({ personId, ...same }) => ({ ...presentTime(same), id: personId })),
    commissions: presentEach(lists.commissions, ({ personId, name, email, amountCents, paidAt, ...same }) => ({
      ...presentTime(same),
      referred: { id: personId, name, email },
      amount: amountCents,
      paidAt: toIsoOrNull(paidAt),
    })),
    chests: presentEach(lists.chests, ({ amountCents, paidAt, ...same }) => ({
      ...same,
      amount: amountCents,
      paidAt: toIsoOrNull(paidAt),
    })),
    claims: presentEach(lists.claims, presentTime),
    sessions: presentEach(lists.sessions, ({ expiresAt, ...same }) => ({ ...presentTime(same), expiresAt: toIso(expiresAt) })),
    providers: presentEach(lists.providers, ({ lastUsedAt, ...same }) => ({ ...presentTime(same), lastUsedAt: toIso(lastUsedAt) })),
  };
}

function presentProfile(row: ProfileRow, now: number): AdminUserProfile {
  const { version, hasPassword, wantsOptionalMail, stripeCustomerId, stripeSubscriptionId, ...more } = row;
  const { deletionRequestedAt, suspendedAt, suspendedReason, isSuspendedBySuperAdmin, erasedAt, ...member } = more;
  return {
    ...presentUser(member, now),
    version,
    emailVerifiedAt: toIsoOrNull(member.emailVerifiedAt),
    hasPassword: hasPassword === 1,
    wantsOptionalMail: wantsOptionalMail === 1,
    stripeCustomerId,
    deletionRequestedAt: toIsoOrNull(deletionRequestedAt),
    suspendedAt: toIsoOrNull(suspendedAt),
    suspendedReason,
    isSuspendedBySuperAdmin: isSuspendedBySuperAdmin === 1,
    erasedAt: toIsoOrNull(erasedAt),
  };
}

function presentPerson({ personId, name, email }: PersonRow) {
  return { id: personId, name, email };
}

function presentEach<Row, Shown>({ rows, total }: Newest<Row>, present: (row: Row) => Shown) {
  return { rows: rows.map(present), total };
}

function presentTime<Row extends { createdAt: number }>({ createdAt, ...same }: Row) {
  return { ...same, createdAt: toIso(createdAt) };
}

export function paymentStatus({
  disputeStatus,
  ...payment
}: Parameters<typeof isFullyReturned>[0] & { disputeStatus: string | null }): string {
  if (disputeStatus !== null) return `dispute ${disputeStatus}`;
  if (isFullyReturned(payment)) return 'refunded';
  return getReturnedCents(payment) === 0 ? 'paid' : 'partially refunded';
}

export function parseFields(json: string | null): Record<string, unknown> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, unknown>);
}
