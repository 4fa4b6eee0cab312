import { t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import '#web/pages/about/about.css';
import { Link } from 'wouter';
import {
  cheapestCertificateTokens,
  referralCommissionCents,
  tokensForFirstPlacement,
  tokensForLaterPlacement,
  tokensPerOwnerScan,
  tokensPerScan,
} from '#schema/rules.ts';
import story from '#web/art/about-story.svg';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { dollars, tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Testimonials } from '#web/pages/about/Testimonials.tsx';

const steps = () =>
  [
    [
      t({ message: 'Find Cards', context: 'step of the game' }),
      t`Scan Cache Cards with your phone: ${tokensLabel(tokensPerScan)} for each new one.`,
    ],
    [
      t`Place Cards`,
      t`Place your own cards: ${tokensForFirstPlacement} tokens for the first, ${tokensForLaterPlacement} for each later one, and more whenever they’re found.`,
    ],
    [
      t`Refer Friends`,
      t`Invite friends. Basic and Premium members earn ${dollars(referralCommissionCents.basic.basic)} to ${dollars(referralCommissionCents.premium.premium)} when one becomes a paying member.`,
    ],
    [t`Earn Vacations`, t`Redeem ${cheapestCertificateTokens} tokens or more for a regional stay or a trip across the globe.`],
  ] as const;

function AboutSummary() {
  return (
    <section className="stack gap-5 public-section public-band" aria-labelledby="short-title">
      <h2 id="short-title">{t`How it works, in short`}</h2>
      <ol className="numbered short-steps">
        {steps().map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="public-more">
        <Link href={paths.howItWorks} className="standalone-link">
          {t`How each step works`}
        </Link>
      </p>
    </section>
  );
}

const values = () => [
  {
    title: t`Get people outside`,
    text: t`A card ten minutes from home is reason enough to go for a walk. We count finds, not miles, so everyone can join in at their own pace, alone or with the family.`,
  },
  {
    title: t`Reward people who share`,
    text: t`Placing a card gives others a small adventure. So each find pays twice: ${tokensLabel(tokensPerScan)} for the finder and ${tokensPerOwnerScan} for the card’s owner.`,
  },
  {
    title: t`Keep it fair`,
    text: t`Each card counts once per member, and stays cost everyone the same. Your history shows where every token came from.`,
  },
];

export function AboutPage() {
  const { user } = useUser();
  return (
    <div className="stack public-page">
      <div className="stack gap-5 public-intro">
        <div>
          <h1>{t`About Cache Cards`}</h1>
          <p className="lead">
            {t`We hide small cards in big landscapes, so that a walk around the corner can end at the sea. That’s been the idea since 2023.`}
          </p>
        </div>
        <img src={story} width={440} height={330} alt="" fetchPriority="high" />
      </div>
      <section className="stack gap-5 public-section story" aria-labelledby="story-title">
        <h2 id="story-title">{t`Our story`}</h2>
        <p>
          {t`Cache Cards launched in 2023 with a simple thought: travel doesn’t begin at the airport. It begins when you look up from the path and wonder what’s behind the hill. Geocachers have always known how good it feels to find something hidden. We added a card that any phone can read and a reward worth saving for.`}
        </p>
        <p>
          {t`Each card has its own code and number. Finding one takes no app and no special gear; placing one takes an eye for a good spot. Every find counts for both the finder and the owner, and it all adds up to something you can pack a bag for.`}
        </p>
        <p>
          {t`Joining and finding are free. Members who place cards pay for their membership, which keeps the trail open for everyone. The people who walk the map also make it.`}
        </p>
      </section>
      <section className="stack gap-5 public-section" aria-labelledby="mission-title">
        <h2 id="mission-title">{t`What we stand for`}</h2>
        <div className="public-columns">
          {values().map(({ title, text }) => (
            <article key={title} className="sheet stack gap-2 value">
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </article>
          ))}
        </div>
      </section>
      <AboutSummary />
      <Testimonials />
      <JoinBand user={user} title={t`Come along`} invitation={t`The next story on this page could be yours. Joining is free.`}>
        <Link href={paths.howItWorks} className="button secondary">
          {t`See How It Works`}
        </Link>
      </JoinBand>
    </div>
  );
}
