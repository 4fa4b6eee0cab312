/** The state of a membership in every case, and the banner shown to the member. */
import { describe, expect, test } from 'vitest';
import type { MemberNotice, Membership } from '#schema/memberships/membership.ts';
import { endingNoticeSeconds, secondsPerDay } from '#schema/rules.ts';
import { chooseNotice, deriveStatus, type MembershipFacts } from '#worker/domain/memberships/membership-status.ts';
import { toIso } from '#worker/domain/time.ts';

const now = Date.parse('2027-11-26T12:00:00Z') / 1_000;
const later = now + 200 * secondsPerDay;
const graceUntil = now + 5 * secondsPerDay;

const subscription = { tier: 'basic', status: 'active', priceCents: 5_000, graceUntil: null, endRequestedAt: null } as const;
const free: MembershipFacts = { role: 'free', membershipExpiresAt: null, autoRenew: true, subscription: null, dispute: null };
const paid: MembershipFacts = { ...free, role: 'basic', membershipExpiresAt: later, subscription };
const failed: MembershipFacts = {
  ...paid,
  membershipExpiresAt: now - 1,
  subscription: { ...subscription, status: 'past_due', graceUntil },
};
const cancelled: MembershipFacts = { ...paid, autoRenew: false };
const endingSoon: MembershipFacts = { ...cancelled, membershipExpiresAt: now + endingNoticeSeconds };
const granted: MembershipFacts = { ...free, role: 'premium', membershipExpiresAt: now + secondsPerDay, autoRenew: false };

const none = { graceUntil: null, yearlyPrice: null, renewalAmount: null, dispute: null };
const basic = { ...none, tier: 'basic', paidUntil: toIso(later), yearlyPrice: 5_000 } as const;

describe('a membership', () => {
  test.each<[name: string, facts: MembershipFacts, status: Membership]>([
    ['is free without a payment', free, { ...none, tier: 'free', state: 'free', paidUntil: null }],
    [
      'is free after it ended, whatever its last subscription was',
      { ...free, membershipExpiresAt: now, subscription },
      { ...none, tier: 'free', state: 'free', paidUntil: null },
    ],
    [
      'renews at the price it started with',
      { ...paid, subscription: { ...subscription, priceCents: 4_500 } },
      { ...basic, state: 'active', yearlyPrice: 4_500, renewalAmount: 4_500 },
    ],
    [
      'renews at today’s price if Stripe names none',
      { ...paid, subscription: { ...subscription, priceCents: null } },
      { ...basic, state: 'active', renewalAmount: 5_000 },
    ],
    [
      'is being renewed once its date has passed',
      { ...paid, membershipExpiresAt: now },
      { ...basic, state: 'renewing', paidUntil: toIso(now), renewalAmount: 5_000 },
    ],
    ['ends on a date after it was canceled', cancelled, { ...basic, state: 'cancelling' }],
    [
      'continues until the grace period ends if the renewal failed',
      failed,
      { ...basic, state: 'grace', paidUntil: toIso(now - 1), graceUntil: toIso(graceUntil), renewalAmount: 5_000 },
    ],
    [
      'is still being renewed while Stripe has not tried the card yet',
      { ...failed, subscription: { ...subscription, graceUntil } },
      { ...basic, state: 'renewing', paidUntil: toIso(now - 1), renewalAmount: 5_000 },
    ],
    [
      'from an administrator ends without renewal',
      granted,
      { ...none, tier: 'premium', state: 'granted', paidUntil: toIso(now + secondsPerDay) },
    ],
    [
      'shows the amount in dispute and stays as it is',
      { ...paid, dispute: { cents: 5_000, since: now } },
      { ...basic, state: 'active', renewalAmount: 5_000, dispute: { amount: 5_000, since: toIso(now) } },
    ],
    [
      'that is free shows a dispute about cards',
      { ...free, dispute: { cents: 500, since: now } },
      { ...none, tier: 'free', state: 'free', paidUntil: null, dispute: { amount: 500, since: toIso(now) } },
    ],
  ])('%s', (_name, facts, status) => {
    expect(deriveStatus(facts, now)).toEqual(status);
  });
});

describe('the banner', () => {
  test.each<[name: string, facts: MembershipFacts, owedTokens: number, notice: MemberNotice | null]>([
    ['is absent for a free member', free, 0, null],
    ['is absent while a membership renews', paid, 0, null],
    ['is absent for a membership that does not end soon', cancelled, 0, null],
    ['is absent for a granted membership', granted, 0, null],
    ['names a failed renewal before anything else', { ...failed, dispute: { cents: 5_000, since: now } }, 3, 'renewal_failed'],
    ['names a dispute before owed tokens', { ...endingSoon, dispute: { cents: 5_000, since: now } }, 3, 'payment_disputed'],
    ['names owed tokens before the end of the membership', endingSoon, 3, 'tokens_owed'],
    ['names the end of the membership when it is near', endingSoon, 0, 'membership_ending'],
    ['waits until the end is near', { ...endingSoon, membershipExpiresAt: now + endingNoticeSeconds + 1 }, 0, null],
    ['stays when Stripe has not confirmed the end yet', { ...endingSoon, membershipExpiresAt: now - 1 }, 0, 'membership_ending'],
  ])('%s', (_name, facts, owedTokens, notice) => {
    expect(chooseNotice(facts, owedTokens, now)).toBe(notice);
  });
});
