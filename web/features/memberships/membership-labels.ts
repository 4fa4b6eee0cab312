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

export function membershipSentence({ state, paidUntil, graceUntil, renewalAmount }: Membership): string {
  const end = paidUntil && date(paidUntil);
  switch (state) {
    case 'free':
      return 'Scan cards, collect tokens and redeem them: free for good.';
    case 'active':
      if (!end) return 'Renews every year.';
      return renewalAmount === null ? `Renews on ${end}.` : `Renews on ${end} for ${dollars(renewalAmount)}.`;
    case 'cancelling':
      return end ? `Ends on ${end} and does not renew. Until then everything stays as it is.` : 'Ends soon and does not renew.';
    case 'grace':
      // Its alert is titled 'Your renewal payment failed.'
      return graceUntil ? `Your membership goes on until ${date(graceUntil)}.` : 'Your membership goes on for a few days.';
    case 'granted':
      return end ? `Given to you until ${end}. It does not renew and costs nothing.` : 'Given to you without an end. It costs nothing.';
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
    `Ordering cards for ${dollars(cardPriceCents)} each and placing them: ${tokensForFirstPlacement} tokens for the first, ${plural(communityKeysPerPlacement, 'Community Key')} for each`,
    `${commission} commission and ${plural(treasureKeysPerReferral[tier], 'Treasure Key')} for each friend who becomes a paying member`,
    `Monthly Treasure Chests of up to ${dollars(highestChest)}${tier === 'premium' ? ', paid first' : ''}`,
  ];
}
