import '#web/components/public-pages/public-pages.css';
import '#web/features/home/home.css';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { cheapestCertificateTokens, redemptionPauseMonths } from '#schema/rules.ts';
import { JoinBand } from '#web/components/public-pages/JoinBand.tsx';
import { ShortAnswers } from '#web/components/public-pages/ShortAnswers.tsx';
import { stays } from '#web/components/public-pages/stays.ts';
import { Hero } from '#web/features/home/Hero.tsx';
import { Memberships } from '#web/features/home/Memberships.tsx';
import { drawnText } from '#web/lib/drawn-text.tsx';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

const answers = [
  {
    id: 'is-it-free',
    question: 'Does it cost anything to join?',
    answer: 'No. Finding cards, collecting tokens and redeeming them is free, for as long as you like.',
  },
  {
    id: 'scan-trouble',
    question: 'Do I need an app or special gear?',
    answer: 'The phone in your pocket will do: its camera reads the code, and its browser opens the card. Nothing to install.',
  },
  {
    id: 'vacations',
    question: 'Are the vacations real?',
    answer: `Yes. From ${cheapestCertificateTokens} tokens on you redeem a certificate for a stay, once every ${redemptionPauseMonths} months, and our travel partner arranges it.`,
  },
];

const steps = drawnText('steps', 'home-steps', () => import('#web/features/home/Steps.tsx').then((file) => file.Steps));

/** The page, once its texts are there. */
export async function loadHomePage(): Promise<ComponentType> {
  await Promise.all([steps.ready(), stays.ready()]);
  return HomePage;
}

/** The front door: what this is, how it works, where it leads and what it costs. */
function HomePage() {
  const { user } = useUser();
  return (
    <div className="home public-page">
      <Hero user={user} />
      <section id="how-it-works" className="how" aria-labelledby="how-title">
        <h2 id="how-title">From first find to first flight</h2>
        <steps.Component />
        <p className="public-more">
          <Link href={paths.howItWorks} className="standalone-link">
            How it works, step by step
          </Link>
        </p>
      </section>
      <section className="public-section public-band" aria-labelledby="stays-title">
        <h2 id="stays-title">Where your tokens take you</h2>
        <stays.Component />
        <p className="public-more">
          <Link href={paths.destinations} className="standalone-link">
            More about the stays
          </Link>
        </p>
      </section>
      <Memberships user={user} />
      <ShortAnswers answers={answers} />
      <JoinBand
        user={user}
        title="Your first card may be around the corner"
        invitation="Open an account, keep your eyes open on the way home, and start your trail today. It takes a minute and costs nothing."
      />
    </div>
  );
}
