import { plural, t } from '@lingui/core/macro';
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
import { date, dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** Path of the account page that opens the form for changing the payment card. */
export const changeCardPath = `${paths.account('membership')}&card=change`;

export const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' } as const satisfies Record<Tier, string>;

export function describeMembership({ state, paidUntil, graceUntil, renewalAmount, dispute }: Membership): string {
  const endDate = paidUntil && date(paidUntil);
  if (dispute) return t`One of your payments is in dispute. You keep your benefits until your bank decides.`;
  switch (state) {
    case 'free':
      return t`Scan cards, collect tokens and redeem them. Always free.`;
    case 'active':
      if (!endDate) return t`Renews every year.`;
      return renewalAmount === null ? t`Renews on ${endDate}.` : t`Renews on ${endDate} for ${dollars(renewalAmount)}.`;
    case 'renewing':
      return t`Your renewal is being processed.`;
    case 'cancelling':
      return endDate ? t`Ends on ${endDate}. You keep all your benefits until then.` : t`Ends soon and won’t renew.`;
    case 'grace':
      return graceUntil ? t`Pay by ${date(graceUntil)} to keep your membership.` : t`Pay within a few days to keep your membership.`;
    case 'granted':
      return endDate ? t`Ends on ${endDate}. You won’t be charged.` : t`No end date and no charge.`;
  }
}

export function describeDispute({ amount, since }: NonNullable<Membership['dispute']>): string {
  return t`${dollars(amount)} has been in dispute since ${date(since)}. Earnings from it are on hold until your bank decides.`;
}

/** Returns a short label for the membership state, for use in a tile. */
export function summarizeMembership({ state, paidUntil, graceUntil }: Membership): string {
  switch (state) {
    case 'free':
      return t`Basic is ${dollars(membershipPriceCents.basic)} a year`;
    case 'active':
      return paidUntil ? t`Renews ${date(paidUntil)}` : t`Renews every year`;
    case 'renewing':
      return t`Renewal in progress`;
    case 'grace':
      return graceUntil ? t`Payment failed: pay by ${date(graceUntil)}` : t`Payment failed`;
    case 'cancelling':
    case 'granted':
      return paidUntil ? t`Ends ${date(paidUntil)}` : t`No end date`;
  }
}

const highestChest = Math.max(...treasureChestLevels.map((level) => level.payoutCents));

export function tierBenefits(tier: 'basic' | 'premium'): string[] {
  const commissions = referralCommissionCents[tier];
  const commission =
    commissions.basic === commissions.premium
      ? dollars(commissions.basic)
      : t`${dollars(commissions.basic)} to ${dollars(commissions.premium)}`;
  return [
    t`Place your own cards (${dollars(cardPriceCents)} each): ${tokensForFirstPlacement} tokens for your first, plus ${plural(communityKeysPerPlacement, { one: '# Community Key', other: '# Community Keys' })} each time`,
    t`${commission} commission and ${plural(treasureKeysPerReferral[tier], { one: '# Treasure Key', other: '# Treasure Keys' })} for each friend who becomes a paying member`,
    tier === 'premium'
      ? t`Monthly Treasure Chests of up to ${dollars(highestChest)}, with priority payouts`
      : t`Monthly Treasure Chests of up to ${dollars(highestChest)}`,
  ];
}
