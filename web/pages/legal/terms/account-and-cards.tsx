import {
  cardPriceCents,
  codelessScansPerDay,
  communityKeysPerPlacement,
  minimumAgeYears,
  reportersToMarkFoundCardMissing,
  reportersToMarkMissing,
  rewardedScansPerDay,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
} from '#schema/rules.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { dollars, tokensLabel } from '#web/pages/legal/english-figures.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const accountAndCards: LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <>
        <p>
          These terms are the agreement between you and Cache Cards (“we”, “us”) about this website and everything offered on it. By
          creating an account, scanning a card while signed in, or buying something, you accept them. If you do not accept them, please do
          not use the site.
        </p>
        <p>
          The <a href={paths.privacy}>Privacy Policy</a> describes what we do with your data. <a href={paths.howItWorks}>How It Works</a>{' '}
          explains everything in plain language; if it differs from these terms, these terms apply.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Who may join, and your account',
    body: (
      <>
        <p>
          You must be at least {minimumAgeYears} years old. If you are under the legal age where you live, a parent or guardian must agree
          to these terms with you, and must buy and travel on your behalf.
        </p>
        <ul>
          <li>One account per person. It is yours alone and cannot be sold or transferred.</li>
          <li>The information you give us must be true, especially your email and delivery addresses.</li>
          <li>
            Keep your password to yourself. You are responsible for what happens in your account until you tell us that someone else has
            access.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'scanning',
    title: 'Finding and scanning cards',
    body: (
      <>
        <p>
          Your first scan of each card earns you {tokensLabel(tokensPerScan)}, once ever. Up to {rewardedScansPerDay} scans a day (UTC) are
          rewarded, at most {codelessScansPerDay} of them without the card’s secret code. Your own cards and test cards earn you nothing.
        </p>
        <p>
          A scan made offline counts on the day we receive it. We owe no reward for a card that is missing, disabled, unreadable or unpaid.
        </p>
      </>
    ),
  },
  {
    id: 'tokens',
    title: 'Treasure Tokens',
    body: (
      <>
        <p>
          Treasure Tokens are points in our program. They are not money. They cannot be bought, sold, inherited, transferred or paid out,
          and can only be redeemed for vacation certificates. They do not expire while your account exists.
        </p>
        <p>
          Your history shows each token and its reason. If something was recorded by mistake or earned in breach of these terms, we correct
          it with an entry that you can see. Your balance never falls below zero.
        </p>
      </>
    ),
  },
  {
    id: 'cards',
    title: 'Ordering and placing cards',
    body: (
      <>
        <p>
          Basic and Premium members can order Cache Cards for {dollars(cardPriceCents)} each. We print and send them, or you print them
          yourself. A card becomes active at its first scan, or when you enter where you placed it.
        </p>
        <ul>
          <li>
            Your first placement earns {tokensForFirstPlacement} tokens, each later one {tokensForLaterPlacement}, and{' '}
            {plural(communityKeysPerPlacement, 'Community Key')}. This counts once per card, when it is found there by another member who
            did not invite you and whom you did not invite. The first scan by each other member earns you {tokensLabel(tokensPerOwnerScan)}{' '}
            more.
          </li>
          <li>Place cards only where allowed, with the property owner’s permission, and remove them when asked.</li>
          <li>
            Never place them where finding them is dangerous or forbidden, where they harm nature or monuments, or where they may cause
            alarm.
          </li>
          <li>Abandoned cards are litter: remove cards you no longer maintain.</li>
        </ul>
        <p>
          A card that {reportersToMarkMissing} experienced members report, or {reportersToMarkFoundCardMissing} if it was found in the last
          7 days, is marked as missing until another member finds it or its owner confirms it. If you claim that a card is yours, you must
          prove it; we decide based on the evidence from both sides. We may disable a card that breaks these terms.
        </p>
      </>
    ),
  },
];
