import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  cardOrderMaxQuantity,
  cardPriceCents,
  certificateActivationDays,
  certificateOptions,
  cheapestCertificateTokens,
  codelessScansPerDay,
  commissionDueSeconds,
  communityKeysPerPlacement,
  membershipPriceCents,
  minimumAgeYears,
  redemptionPauseMonths,
  referralCommissionCents,
  renewalGraceSeconds,
  renewalNoticeDays,
  reportersToMarkFoundCardMissing,
  reportersToMarkMissing,
  rewardedScansPerDay,
  secondsPerDay,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
  treasureChestLevels,
  treasureKeysPerReferral,
} from '#schema/rules.ts';
import { dollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { joinClauses } from '#web/lib/words/join-texts.ts';
import { addressOf, i18n } from '#web/lib/words/words.ts';

export interface Question {
  /** Anchor of the question on /faq. */
  id: string;
  question: string;
  /** The answer's paragraphs. */
  answer: ReactNode[];
}

const { basic, premium } = membershipPriceCents;
const { basic: basicCommission, premium: premiumCommission } = referralCommissionCents;
const [regional, national, global] = certificateOptions;
const commissionDays = commissionDueSeconds / secondsPerDay;
const graceDays = renewalGraceSeconds / secondsPerDay;

function describeChest({ name, treasureKeys, communityKeys, payoutCents }: (typeof treasureChestLevels)[number]): string {
  return t`${i18n._(name)} with ${plural(treasureKeys, { one: '# Treasure Key', other: '# Treasure Keys' })} and ${plural(communityKeys, { one: '# Community Key', other: '# Community Keys' })} pays ${dollars(payoutCents)}`;
}

export const questions = (): Question[] => [
  {
    id: 'what-is-it',
    question: t`What is a Cache Card?`,
    answer: [
      t`A paper card with a QR code and a number such as TC-0000001. Members leave them where others pass by: at a lookout, a café, a trailhead. Scan one with your phone’s camera and it opens on this site, where your find counts.`,
      <Trans key="how-it-works">
        Finds earn Treasure Tokens, which you redeem for vacation stays. We’ve been doing this since 2023.{' '}
        <a href={addressOf(paths.howItWorks)}>See how it works</a>.
      </Trans>,
    ],
  },
  {
    id: 'is-it-free',
    question: t`Does it cost anything to join?`,
    answer: [
      t`No. A Free membership stays free: you scan cards, collect tokens and redeem them for the same vacations as everyone else. There’s no app to install. You need an email address and must be at least ${minimumAgeYears} years old.`,
      t`You only pay for a membership if you want to place your own cards and earn commissions for inviting friends.`,
    ],
  },
  {
    id: 'earning-tokens',
    question: t`How do I earn Treasure Tokens?`,
    answer: [
      t`You earn ${tokensLabel(tokensPerScan)} the first time you scan a card. Up to ${rewardedScansPerDay} finds a day are rewarded, up to ${codelessScansPerDay} of them without the secret code in a printed card’s QR code, for example when you type its number.`,
      t`Basic and Premium members earn more with their own cards: ${tokensForFirstPlacement} tokens for their first placement and ${tokensForLaterPlacement} for each later one, as soon as another member finds the card. You also get ${tokensLabel(tokensPerOwnerScan)} each time another member first finds your card.`,
    ],
  },
  {
    id: 'scan-trouble',
    question: t`What if scanning doesn’t work, or the card is gone?`,
    answer: [
      t`Allow the camera for this site in your browser’s settings, and wipe the lens. You can also choose a photo of the code or type the card’s number. If you’re offline, the scan is saved on your device and sent later.`,
      t`If a card isn’t where it should be, report it from your list of cards in the dashboard. Its owner is notified, and after ${reportersToMarkMissing} reports by experienced members (${reportersToMarkFoundCardMissing} if someone found it in the last week) it’s off the map until another member finds it or its owner confirms that it’s there.`,
    ],
  },
  {
    id: 'own-cards',
    question: t`How do I get and place my own cards?`,
    answer: [
      t`With a Basic or Premium membership you order them in your dashboard: ${dollars(cardPriceCents)} each, up to ${cardOrderMaxQuantity} at a time. We print and send them to you, or you print the PDF yourself.`,
      <Trans key="tips">
        Put the card in a place that’s open to the public, with the property owner’s permission. Then open it in your dashboard and enter
        where it is. That activates it; so does its first scan. <a href={addressOf(paths.tips)}>Tips for choosing a good spot</a> can help.
      </Trans>,
    ],
  },
  {
    id: 'memberships',
    question: t`What do Basic and Premium include?`,
    answer: [
      t`Basic is ${dollars(basic)} a year. You can order and place cards, earn ${dollars(basicCommission.basic)} for each friend who becomes a paying member, and qualify for monthly Treasure Chests.`,
      t`Premium is ${dollars(premium)} a year: everything in Basic, ${dollars(premiumCommission.basic)} to ${dollars(premiumCommission.premium)} per friend, ${treasureKeysPerReferral.premium / treasureKeysPerReferral.basic}x the Treasure Keys, and your chests are paid first. If you upgrade from Basic, we deduct your unused Basic time from the price.`,
    ],
  },
  {
    id: 'cancelling',
    question: t`Can I cancel my membership?`,
    answer: [
      t`Yes, at any time in your account. You keep your membership until the end of the paid period; then your account goes back to Free. You can resume it until that day.`,
      t`A membership renews every year at the price shown next to the button until you cancel. We email you ${renewalNoticeDays.before} days before each renewal.`,
      t`You keep your tokens, certificates and cards. If we can’t charge a renewal, we email you, and you have ${plural(graceDays, { one: '# day', other: '# days' })} to pay it.`,
    ],
  },
  {
    id: 'referrals',
    question: t`What do I earn when I invite friends?`,
    answer: [
      t`Your dashboard has your invitation link. When someone joins through it and buys their first membership, a Basic member earns ${dollars(basicCommission.basic)}. A Premium member earns ${dollars(premiumCommission.basic)} for a friend who chooses Basic and ${dollars(premiumCommission.premium)} for one who chooses Premium. Commissions are paid within ${plural(commissionDays, { one: '# day', other: '# days' })}.`,
      t`Each of these friends also earns you a Treasure Key, or ${treasureKeysPerReferral.premium} if you’re a Premium member. On a Free membership, you earn the key but no commission. The key counts once you’re a paying member.`,
    ],
  },
  {
    id: 'treasure-chests',
    question: t`What are Treasure Chests, and how do I open one?`,
    answer: [
      t`A monthly cash bonus for Basic and Premium members. You need two kinds of keys: Treasure Keys for friends who become paying members, and Community Keys, ${communityKeysPerPlacement} for each of your cards that’s found where you placed it.`,
      t`${joinClauses(treasureChestLevels.map(describeChest))}. At the end of each month, the keys you earned in the last 12 months open the highest chest you qualify for. You keep the keys.`,
    ],
  },
  {
    id: 'vacations',
    question: t`How do my tokens become a vacation?`,
    answer: [
      <Trans key="stays">
        With {cheapestCertificateTokens} tokens or more you choose a certificate in your dashboard: a {i18n._(regional.name)} for{' '}
        {regional.tokenCost}, a {i18n._(national.name)} for {national.tokenCost}, or a {i18n._(global.name)} for {global.tokenCost} tokens.
        It comes by email and as a PDF. <a href={addressOf(paths.destinations)}>See the stays</a>.
      </Trans>,
      t`We review each member’s first certificate before it can be activated, usually within two working days, and later ones only if something about their tokens is unusual. We email you when it’s ready, and your ${certificateActivationDays} days start then.`,
      t`Activate your certificate within ${certificateActivationDays} days of receiving it (or of our email after a review), or it will expire. Certificates are valid for one year, and you can redeem one every ${redemptionPauseMonths} months. You need a verified email address.`,
    ],
  },
];
