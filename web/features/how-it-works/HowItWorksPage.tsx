import '#web/components/public-pages/public-pages.css';
import '#web/features/how-it-works/how-it-works.css';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { cheapestCertificateTokens, commissionDueSeconds, secondsPerDay, tokensForFirstPlacement, tokensPerScan } from '#schema/rules.ts';
import { JoinBand } from '#web/components/public-pages/JoinBand.tsx';
import { ShortAnswers } from '#web/components/public-pages/ShortAnswers.tsx';
import { stays } from '#web/components/public-pages/stays.ts';
import { Tiers, tierTable } from '#web/features/how-it-works/Tiers.tsx';
import { drawnText } from '#web/lib/drawn-text.tsx';
import { plural, tokensLabel } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

const answers = [
  {
    id: 'earning-tokens',
    question: 'Does the same card count twice?',
    answer: `Each card counts once for you: ${tokensLabel(tokensPerScan)} for your first scan of it. For the next token, look for the next card.`,
  },
  {
    id: 'own-cards',
    question: 'When do my placements count?',
    answer: `As soon as another member finds your card where you say it is. Your first brings ${tokensForFirstPlacement} tokens.`,
  },
  {
    id: 'referrals',
    question: 'When are commissions paid?',
    answer: `Within ${plural(commissionDueSeconds / secondsPerDay, 'day')} after your friend has become a paying member.`,
  },
];

const steps = drawnText('long-steps', 'public-page', () =>
  import('#web/features/how-it-works/StepsAndSample.tsx').then((file) => file.StepsAndSample),
);
const chestsAndTips = drawnText('chests-and-tips', 'public-page', () =>
  import('#web/features/how-it-works/ChestsAndTips.tsx').then((file) => file.ChestsAndTips),
);

/** The page, once its texts are there. */
export async function loadHowItWorksPage(): Promise<ComponentType> {
  await Promise.all([steps, stays, tierTable, chestsAndTips].map((text) => text.ready()));
  return HowItWorksPage;
}

/** The whole way from the first card to the vacation, with every figure. */
function HowItWorksPage() {
  const { user } = useUser();
  return (
    <div className="public-page how-it-works">
      <header className="public-section">
        <h1>How It Works</h1>
        <p className="lead">
          Four steps lead from a walk around the block to a bag packed for {cheapestCertificateTokens} tokens’ worth of vacation. Here is
          each of them, with all that it earns and all that it costs.
        </p>
      </header>
      <steps.Component />
      <section className="public-section public-band" aria-labelledby="destinations">
        <h2 id="destinations" tabIndex={-1}>
          Destinations
        </h2>
        <p className="lead">
          Every member chooses from the same three certificates. Save up for the weekend, or hold out for the other side of the globe: once
          you activate your certificate, our travel partner arranges the stay.
        </p>
        <stays.Component />
      </section>
      <Tiers user={user} />
      <chestsAndTips.Component />
      <ShortAnswers answers={answers}>
        <Link href={paths.contact} className="standalone-link">
          Ask us something else
        </Link>
      </ShortAnswers>
      <JoinBand
        user={user}
        title="Ready for the first step?"
        invitation="Joining is free, and the first card may be closer than you think."
      />
    </div>
  );
}
