import type { Membership } from '#schema/memberships/membership.ts';
import {
  cardPriceCents,
  communityKeysPerPlacement,
  referralCommissionCents,
  type Tier,
  tokensForFirstPlacement,
  treasureChestLevels,
  treasureKeysPerReferral,
} from '#schema/rules.ts';
import { date, dollars, plural } from '#web/lib/format.ts';

export const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const satisfies Record<Tier, string>;

export function describeMembership({ state, paidUntil, graceUntil, renewalAmount, isDisputed }: Membership): string {
  const endDate = paidUntil && date(paidUntil);
  if (isDisputed) return 'Your payment is in dispute. You keep your benefits until your bank decides.';
  switch (state) {
    case 'free':
      return 'Scan cards, collect tokens and redeem them. Always free.';
    case 'active':
      if (!endDate) return 'Renews every year.';
      return renewalAmount === null ? `Renews on ${endDate}.` : `Renews on ${endDate} for ${dollars(renewalAmount)}.`;
    case 'cancelling':
      return endDate ? `Ends on ${endDate}. You keep all your benefits until then.` : 'Ends soon and won’t renew.';
    case 'grace':
      // The alert's title already says 'Your renewal payment failed.'
      return graceUntil ? `Pay by ${date(graceUntil)} to keep your membership.` : 'Pay within a few days to keep your membership.';
    case 'granted':
      return endDate ? `Ends on ${endDate}. You won’t be charged.` : 'No end date and no charge.';
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
