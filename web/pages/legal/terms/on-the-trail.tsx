import {
  cardPriceCents,
  codelessScansPerDay,
  communityKeysPerPlacement,
  minimumAgeYears,
  reportersToMarkMissing,
  rewardedScansPerDay,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
} from '#schema/rules.ts';
import { dollars, plural, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import type { LegalSection } from '#web/pages/legal/LegalText.tsx';

export const onTheTrail: LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <>
        <p>
          These terms are the agreement between you and Cache Cards (“we”, “us”) about this website and all that is offered on it. By making
          an account, scanning a card while signed in, or buying something, you accept them. If you do not, please do not use the site.
        </p>
        <p>
          What we do with your data is described in the <a href={paths.privacy}>Privacy Policy</a>. How everything works is described in
          plain words on <a href={paths.howItWorks}>How It Works</a>; where the two differ, these terms hold.
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
          You must be at least {minimumAgeYears} years old. If you are not yet of age where you live, a parent or guardian must agree to
          these terms with you, and buys and travels on your behalf.
        </p>
        <ul>
          <li>One account a person. It is yours alone, and cannot be sold or handed on.</li>
          <li>What you tell us about yourself must be true, above all the email address and where we send things.</li>
          <li>
            Keep your password to yourself. You answer for what happens with your account, until you tell us that somebody else got into it.
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
          The first scan of each card earns you {tokensLabel(tokensPerScan)}, once ever. Up to {rewardedScansPerDay} scans a day are
          rewarded, at most {codelessScansPerDay} of them without the card’s secret code. Days are those of UTC. Scanning your own card
          earns nothing, nor do test cards.
        </p>
        <p>
          A scan made without network counts on the day it arrives. We owe no reward for a card that is missing, disabled, unreadable or
          unpaid.
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
          Treasure Tokens are points of our programme. They are no money, cannot be bought, sold, inherited, passed to others or paid out,
          and are good for vacation certificates alone. They do not expire while your account exists.
        </p>
        <p>
          Our ledger shows each token with its reason. Where something was booked by mistake, or was earned against these terms, we correct
          it by an entry that you can see. Your balance never falls below zero.
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
          Basic and Premium members order Cache Cards for {dollars(cardPriceCents)} each, printed and sent by us, or to print themselves. A
          card becomes active at its first scan, or when you say where you placed it.
        </p>
        <ul>
          <li>
            Your first placement earns {tokensForFirstPlacement} tokens, each later one {tokensForLaterPlacement}, and{' '}
            {plural(communityKeysPerPlacement, 'Community Key')}: once per card, when another member finds it there, whom you did not invite
            and who did not invite you. The first scan by each other member earns you {tokensLabel(tokensPerOwnerScan)} more.
          </li>
          <li>Place cards only where you may, with the agreement of whoever the place belongs to, and take them back when asked.</li>
          <li>Never where finding them is dangerous or forbidden, where they harm nature or monuments, or where they may cause alarm.</li>
          <li>Cards are litter once they are given up: collect what has served its time.</li>
        </ul>
        <p>
          A card that {reportersToMarkMissing} members report is marked missing until it is scanned again. Who claims a card as their own
          must show it; we decide by what both sides show us. We may disable a card that breaks these terms.
        </p>
      </>
    ),
  },
];
