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
import { dollars, plural, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export type Phrase = string | { to: string; words: string };

export interface Question {
  /** Anchor on /faq. */
  id: string;
  question: string;
  answer: Phrase[][];
}

const { basic, premium } = membershipPriceCents;
const { basic: basicCommission, premium: premiumCommission } = referralCommissionCents;
const [lowest, middle, highest] = treasureChestLevels;
const days = (seconds: number) => plural(seconds / secondsPerDay, 'day');
const stays = certificateOptions.map(({ name, tokenCost }) => `a ${name} for ${tokenCost}`);
const chest = ({ name, treasureKeys, communityKeys, payoutCents }: (typeof treasureChestLevels)[number]) =>
  `${name} with ${plural(treasureKeys, 'Treasure Key')} and ${plural(communityKeys, 'Community Key')} pays ${dollars(payoutCents)}`;

export const questions: Question[] = [
  {
    id: 'what-is-it',
    question: 'What is a Cache Card?',
    answer: [
      [
        'A card of paper with a QR code and a number such as TC-0000001, left by a member where others will come by: at a lookout, a café, a trailhead. Scan it with your phone’s camera and it opens on this site, where your find is counted.',
      ],
      [
        'Each find brings Treasure Tokens, and tokens are traded in for vacation stays. We have been doing this since 2023. ',
        { to: paths.howItWorks, words: 'See how it works, step by step' },
        '.',
      ],
    ],
  },
  {
    id: 'is-it-free',
    question: 'Does it cost anything to join?',
    answer: [
      [
        `No. A Free membership costs nothing and stays free: you scan cards, collect tokens and redeem them for the same vacations as everyone else. There is no app to install; your phone’s browser is enough. You need an email address, and you must be at least ${minimumAgeYears} years old.`,
      ],
      ['Only those who want to leave cards of their own and earn by inviting friends pay for a membership.'],
    ],
  },
  {
    id: 'earning-tokens',
    question: 'How do I earn Treasure Tokens?',
    answer: [
      [
        `You earn ${tokensLabel(tokensPerScan)} for the first scan of each card; every card counts for you once. Up to ${rewardedScansPerDay} finds a day are rewarded, ${codelessScansPerDay} of them without the secret code that is in a printed card’s QR code, for example when you typed its number.`,
      ],
      [
        `Basic and Premium members earn more with cards of their own: ${tokensForFirstPlacement} tokens for their first placement and ${tokensForLaterPlacement} for each later one, as soon as another member finds the card there. And whenever someone finds your card for the first time, you get ${tokensLabel(tokensPerOwnerScan)}, too.`,
      ],
    ],
  },
  {
    id: 'scan-trouble',
    question: 'What if scanning does not work, or the card is gone?',
    answer: [
      [
        'Allow the camera for this site in your browser’s settings, and wipe the lens: that solves most of it. You can also choose a photo of the code, or type the card’s number. Without network the scan is kept on your device and sent as soon as there is a connection.',
      ],
      [
        `Nothing where a card should be? Report it from your list of cards in the dashboard. When ${reportersToMarkMissing} members have looked in vain, it is marked as missing, until somebody scans it again.`,
      ],
    ],
  },
  {
    id: 'own-cards',
    question: 'How do I get and place cards of my own?',
    answer: [
      [
        `With a Basic or Premium membership you order them in your dashboard: ${dollars(cardPriceCents)} a card, up to ${cardOrderMaxQuantity} at once. Have them printed and sent to you, or print the PDF yourself.`,
      ],
      [
        'Put the card where people may go and the owner of the place agrees, then open it in your dashboard and say where it is. It is active from then on; its first scan activates it as well. ',
        { to: paths.tips, words: 'Our tips for good places' },
        ' help you choose.',
      ],
    ],
  },
  {
    id: 'memberships',
    question: 'What do Basic and Premium bring?',
    answer: [
      [
        `Basic is ${dollars(basic)} a year. You order and place cards, earn ${dollars(basicCommission.basic)} for each friend who becomes a paying member, and qualify for the monthly Treasure Chests.`,
      ],
      [
        `Premium is ${dollars(premium)} a year: all of Basic, ${dollars(premiumCommission.basic)} to ${dollars(premiumCommission.premium)} for each friend, ${treasureKeysPerReferral.premium / treasureKeysPerReferral.basic} times the Treasure Keys, and your chests are paid first. When you move up from Basic, what is left of your paid year is taken off the price.`,
      ],
    ],
  },
  {
    id: 'cancelling',
    question: 'Can I cancel my membership?',
    answer: [
      [
        'Yes, at any time, with two clicks in your account. You keep your membership to the end of the period that you have paid for; then your account goes back to Free. Until that day you can take the cancellation back.',
      ],
      [
        `A membership renews every year at the price shown beside the button, until you cancel. We remind you by email ${renewalNoticeDays.before} days before.`,
      ],
      [
        `Your tokens, certificates and cards stay yours. If a renewal cannot be charged, we write to you, and you have ${days(renewalGraceSeconds)} to put it right.`,
      ],
    ],
  },
  {
    id: 'referrals',
    question: 'What do I earn when I invite friends?',
    answer: [
      [
        `Your dashboard has a link of your own. When somebody joins by it and buys their first membership, a Basic member earns ${dollars(basicCommission.basic)}; a Premium member earns ${dollars(premiumCommission.basic)} for a friend who chose Basic and ${dollars(premiumCommission.premium)} for one who chose Premium. Commissions are paid within ${days(commissionDueSeconds)}.`,
      ],
      [
        `Each such friend also brings a Treasure Key, for Premium members ${treasureKeysPerReferral.premium}. On a Free membership you earn the key, which counts once you are a paying member, but no commission.`,
      ],
    ],
  },
  {
    id: 'treasure-chests',
    question: 'What are Treasure Chests, and how do I open one?',
    answer: [
      [
        `A bonus in money for Basic and Premium members, each month. It takes two kinds of keys: Treasure Keys, for friends who become paying members, and Community Keys, ${communityKeysPerPlacement} for each card of yours that is found where you placed it.`,
      ],
      [
        `${[lowest, middle, highest].map(chest).join('; ')}. When a month ends, the highest chest that your keys of the last 12 months open is yours. Opening it uses none of them up.`,
      ],
    ],
  },
  {
    id: 'vacations',
    question: 'How do my tokens become a vacation?',
    answer: [
      [
        `From ${cheapestCertificateTokens} tokens on you choose a certificate in your dashboard: ${stays.slice(0, -1).join(', ')}, or ${stays.at(-1)} tokens. It comes by email and as a PDF. `,
        { to: paths.destinations, words: 'Look at what they are' },
        '.',
      ],
      [
        `A person looks at everybody’s first certificate before it can be activated, as a rule within two working days; at later ones only where something about their tokens is unusual. We write to you then, and none of your days are lost.`,
      ],
      [
        `Activate it within ${certificateActivationDays} days of receiving it, or of that mail, or it expires. It is valid for one year, and you can redeem one certificate in ${redemptionPauseMonths} months. Your email address must be verified, so that it really reaches you.`,
      ],
    ],
  },
];
