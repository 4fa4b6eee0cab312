import { t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import '#web/pages/home/home.css';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { cheapestCertificateTokens, redemptionPauseMonths } from '#schema/rules.ts';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { stays } from '#web/features/certificates/stays.ts';
import { ShortAnswers } from '#web/features/faq/ShortAnswers.tsx';
import { paths } from '#web/lib/paths.ts';
import { Hero } from '#web/pages/home/Hero.tsx';
import { Memberships } from '#web/pages/home/Memberships.tsx';
import { Steps } from '#web/pages/home/Steps.tsx';

const answers = () => [
  {
    id: 'is-it-free',
    question: t`Does it cost anything to join?`,
    answer: t`No. Finding cards, collecting tokens and redeeming them are free.`,
  },
  {
    id: 'scan-trouble',
    question: t`Do I need an app or special gear?`,
    answer: t`No. Your phone’s camera reads the code, and its browser opens the card.`,
  },
  {
    id: 'vacations',
    question: t`Are the vacations real?`,
    answer: t`Yes. With ${cheapestCertificateTokens} tokens or more you can redeem a certificate for a stay, once every ${redemptionPauseMonths} months. Our travel partner arranges it.`,
  },
];

export async function loadHomePage(): Promise<ComponentType> {
  await stays.preload();
  return HomePage;
}

function HomePage() {
  const { user } = useUser();
  return (
    <div className="home stack public-page">
      <Hero user={user} />
      <section id="how-it-works" className="stack gap-6" aria-labelledby="how-title">
        <h2 id="how-title">{t`From first find to first flight`}</h2>
        <Steps user={user} />
        <p className="public-more">
          <Link href={paths.howItWorks} className="standalone-link">
            {t`How it works, step by step`}
          </Link>
        </p>
      </section>
      <section className="stack gap-5 public-section public-band" aria-labelledby="stays-title">
        <h2 id="stays-title">{t`Where your tokens take you`}</h2>
        <stays.Component />
        <p className="public-more">
          <Link href={paths.destinations} className="standalone-link">
            {t`About the stays`}
          </Link>
          <Link href={paths.stays} className="standalone-link">
            {t`Stays so far`}
          </Link>
        </p>
      </section>
      <Memberships user={user} />
      <ShortAnswers answers={answers()} />
      <JoinBand user={user} title={t`Your first card may be around the corner`} invitation={t`Joining is free and takes a minute.`} />
    </div>
  );
}
