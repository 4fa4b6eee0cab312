/** State of a membership, from which the API and all pages derive their text. Product rules: Payments and memberships. */
import type { MemberNotice, Membership } from '#schema/memberships/membership.ts';
import { endingNoticeSeconds } from '#schema/rules.ts';
import { type Seconds, toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { getYearlyPrice, isInGrace, type MembershipState, type SubscriptionState } from './account.ts';

export interface MembershipFacts extends Pick<MembershipState, 'role' | 'membershipExpiresAt' | 'autoRenew'> {
  /** The subscription that pays for the membership; null if an administrator granted it. */
  subscription: Pick<SubscriptionState, 'tier' | 'status' | 'priceCents' | 'graceUntil' | 'endRequestedAt'> | null;
  /** Total of the disputed payments in cents, and when the first open dispute was opened. */
  dispute: { cents: number; since: Seconds } | null;
}

export function deriveStatus(facts: MembershipFacts, now: Seconds): Membership {
  const { role, membershipExpiresAt, autoRenew, subscription, dispute } = facts;
  const status = {
    tier: role,
    paidUntil: toIsoOrNull(membershipExpiresAt),
    graceUntil: null,
    yearlyPrice: null,
    renewalAmount: null,
    dispute: dispute && { amount: dispute.cents, since: toIso(dispute.since) },
  };
  if (role === 'free') return { ...status, state: 'free', paidUntil: null };
  if (!subscription) return { ...status, state: 'granted' };
  const yearlyPrice = getYearlyPrice(subscription);
  const renewing = { ...status, yearlyPrice, renewalAmount: yearlyPrice };
  if (isInGrace(subscription)) return { ...renewing, state: 'grace', graceUntil: toIsoOrNull(subscription.graceUntil) };
  if (!autoRenew) return { ...status, state: 'cancelling', yearlyPrice };
  return { ...renewing, state: membershipExpiresAt !== null && membershipExpiresAt <= now ? 'renewing' : 'active' };
}

/** Returns only the most urgent notice so that banners do not pile up. */
export function chooseNotice(facts: MembershipFacts, owedTokens: number, now: Seconds): MemberNotice | null {
  const { state } = deriveStatus(facts, now);
  if (state === 'grace') return 'renewal_failed';
  if (facts.dispute) return 'payment_disputed';
  if (owedTokens > 0) return 'tokens_owed';
  const endsSoon = facts.membershipExpiresAt !== null && facts.membershipExpiresAt - now <= endingNoticeSeconds;
  return state === 'cancelling' && endsSoon ? 'membership_ending' : null;
}
