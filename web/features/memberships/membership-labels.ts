import type { Membership } from '#schema/memberships/membership.ts';
import {
  cardPriceCents,
  communityKeysPerPlacement,
  membershipPriceCents,
  referralCommissionCents,
  type Tier,
  tokensForFirstPlacement,
  treasureChestLevels,
  treasureKeysPerReferral,
} from '#schema/rules.ts';
import { date, dollars, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** Path of the account page that opens the form for changing the payment card. */
export const changeCardPath = `${paths.account('membership')}&card=change`;

export const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const satisfies Record<Tier, string>;

export function describeMembership({ state, paidUntil, graceUntil, renewalAmount, dispute }: Membership): string {
  const endDate = paidUntil && date(paidUntil);
  if (dispute) return 'One of your payments is in dispute. You keep your benefits until your bank decides.';
  switch (state) {
    case 'free':
      return 'Scan cards, collect tokens and redeem them. Always free.';
    case 'active':
      if (!endDate) return 'Renews every year.';
      return renewalAmount === null ? `Renews on ${endDate}.` : `Renews on ${endDate} for ${dollars(renewalAmount)}.`;
    case 'renewing':
      return 'Your renewal is being processed.';
    case 'cancelling':
      return endDate ? `Ends on ${endDate}. You keep all your benefits until then.` : 'Ends soon and won’t renew.';
    case 'grace':
      return graceUntil ? `Pay by ${date(graceUntil)} to keep your membership.` : 'Pay within a few days to keep your membership.';
    case 'granted':
      return endDate ? `Ends on ${endDate}. You won’t be charged.` : 'No end date and no charge.';
  }
}

export function describeDispute({ amount, since }: NonNullable<Membership['dispute']>): string {
  return `${dollars(amount)} has been in dispute since ${date(since)}. Earnings from it are on hold until your bank decides.`;
}

/** Returns a short label for the membership state, for use in a tile. */
export function summarizeMembership({ state, paidUntil, graceUntil }: Membership): string {
  switch (state) {
    case 'free':
      return `Basic is ${dollars(membershipPriceCents.basic)} a year`;
    case 'active':
      return paidUntil ? `Renews ${date(paidUntil)}` : 'Renews every year';
    case 'renewing':
      return 'Renewal in progress';
    case 'grace':
      return graceUntil ? `Payment failed: pay by ${date(graceUntil)}` : 'Payment failed';
    case 'cancelling':
    case 'granted':
      return paidUntil ? `Ends ${date(paidUntil)}` : 'No end date';
  }
}

const highestChest = Math.max(...treasureChestLevels.map((level) => level.payoutCents));

export function tierBenefits(tier: 'basic' | 'premium'): string[] {
  const commissions = referralCommissionCents[tier];
  const commission =
    commissions.basic === commissions.premium
      ? dollars(commissions.basic)
      : `${dollars(commissions.basic)} to ${dollars(commissions.premium)}`;
  return [
    `Place your own cards (${dollars(cardPriceCents)} each): ${tokensForFirstPlacement} tokens for your first, plus ${plural(communityKeysPerPlacement, 'Community Key')} each time`,
    `${commission} commission and ${plural(treasureKeysPerReferral[tier], 'Treasure Key')} for each friend who becomes a paying member`,
    `Monthly Treasure Chests of up to ${dollars(highestChest)}${tier === 'premium' ? ', with priority payouts' : ''}`,
  ];
}
