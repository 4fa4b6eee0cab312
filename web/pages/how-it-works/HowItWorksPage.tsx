import { plural, t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import '#web/pages/how-it-works/how-it-works.css';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import {
  cheapestCertificateTokens,
  commissionDueSeconds,
  membershipPriceCents,
  secondsPerDay,
  type Tier,
  tokensForFirstPlacement,
  tokensPerScan,
} from '#schema/rules.ts';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { RegisterLink } from '#web/features/accounts/joining/RegisterLink.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { stays } from '#web/features/certificates/stays.ts';
import { ShortAnswers } from '#web/features/faq/ShortAnswers.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { staticHtml } from '#web/lib/react/static-html.tsx';

const tierTable = staticHtml('tiers', 'tiers-box', () => import('#web/pages/how-it-works/TierTable.tsx').then((file) => file.TierTable));

function Tiers({ user }: { user: User | null | undefined }) {
  return (
    <section className="stack gap-5 public-section" aria-labelledby="tiers-title">
      <h2 id="tiers-title">{t`Compare memberships`}</h2>
      <p className="lead">{t`Finding cards is free. Pay only if you want to place your own.`}</p>
      <tierTable.Component />
      <div className="tier-actions">
        {!user && (
          <>
            <RegisterLink user={user}>{t`Join For Free`}</RegisterLink>
            <RegisterLink user={user} isSecondary>
              {t`Sign Up for Basic`}
            </RegisterLink>
            <RegisterLink user={user} isSecondary>
              {t`Sign Up for Premium`}
            </RegisterLink>
          </>
        )}
        {user && <Upgrades current={user.role} />}
      </div>
    </section>
  );
}

/** Lists only plans above the member's own. */
function Upgrades({ current }: { current: Tier }) {
  return (['basic', 'premium'] as const)
    .filter((tier) => membershipPriceCents[tier] > membershipPriceCents[current])
    .map((tier) => (
      <Link key={tier} href={upgradePath(tier)} className={tier === 'premium' ? 'button treasure' : 'button'}>
        {tier === 'basic' ? t`Upgrade to Basic` : t`Upgrade to Premium`}
      </Link>
    ));
}

const answers = () => [
  {
    id: 'earning-tokens',
    question: t`Does the same card count twice?`,
    answer: t`No. Each card earns you ${tokensLabel(tokensPerScan)}, once.`,
  },
  {
    id: 'own-cards',
    question: t`When do my placements count?`,
    answer: t`As soon as another member finds your card. Your first placement earns ${tokensForFirstPlacement} tokens.`,
  },
  {
    id: 'referrals',
    question: t`When are commissions paid?`,
    answer: t`Within ${plural(commissionDueSeconds / secondsPerDay, { one: '# day', other: '# days' })} after your friend becomes a paying member.`,
  },
];

const steps = staticHtml('long-steps', 'stack public-page', () =>
  import('#web/pages/how-it-works/StepsAndSample.tsx').then((file) => file.StepsAndSample),
);
const chestsAndTips = staticHtml('chests-and-tips', 'stack public-page', () =>
  import('#web/pages/how-it-works/ChestsAndTips.tsx').then((file) => file.ChestsAndTips),
);

export async function loadHowItWorksPage(): Promise<ComponentType> {
  await Promise.all([steps, stays, tierTable, chestsAndTips].map((text) => text.preload()));
  return HowItWorksPage;
}

function HowItWorksPage() {
  const { user } = useUser();
  return (
    <div className="stack public-page how-it-works">
      <header className="stack gap-5 public-section">
        <h1>{t`How It Works`}</h1>
        <p className="lead">{t`Four steps take you from a walk around the block to a vacation for ${cheapestCertificateTokens} tokens.`}</p>
      </header>
      <steps.Component />
      <section className="stack gap-5 public-section public-band" aria-labelledby="destinations">
        <h2 id="destinations" tabIndex={-1}>
          {t`Destinations`}
        </h2>
        <p className="lead">{t`From a weekend nearby to a trip across the globe. Our travel partner arranges the stay.`}</p>
        <stays.Component />
        <p className="public-more">
          <Link href={paths.stays} className="standalone-link">
            {t`Stays so far`}
          </Link>
        </p>
      </section>
      <Tiers user={user} />
      <chestsAndTips.Component />
      <ShortAnswers answers={answers()}>
        <Link href={paths.contact} className="standalone-link">
          {t`Ask us another question`}
        </Link>
      </ShortAnswers>
      <JoinBand user={user} title={t`Ready for the first step?`} invitation={t`Joining is free.`} />
    </div>
  );
}
