import '#web/styles/public-pages.css';
import '#web/pages/about/about.css';
import { Link } from 'wouter';
import { tokensPerOwnerScan, tokensPerScan } from '#schema/rules.ts';
import story from '#web/art/about-story.svg';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { InShort } from '#web/pages/about/InShort.tsx';
import { Testimonials } from '#web/pages/about/Testimonials.tsx';

const values = [
  {
    title: 'Get people outside',
    text: 'A card ten minutes from home is reason enough to tie your shoes. We count finds, not miles: everyone can take part, at their own pace, alone or with the whole family.',
  },
  {
    title: 'Reward those who share',
    text: `Whoever leaves a card gives others a small adventure. So a find pays twice: ${tokensLabel(tokensPerScan)} for the finder, and ${tokensPerOwnerScan} for the member whose card it was.`,
  },
  {
    title: 'Keep it fair',
    text: 'Each card counts once for each member, and the stays cost the same for all. Every token stands in your history with the reason for it, so you can always see where it came from.',
  },
];

export function AboutPage() {
  const { user } = useUser();
  return (
    <div className="stack public-page">
      <div className="stack gap-5 public-intro">
        <div>
          <h1>About Cache Cards</h1>
          <p className="lead">
            We hide small cards in big landscapes, so that a walk around the corner can end at the sea. That is the whole idea, and it has
            been since 2023.
          </p>
        </div>
        <img src={story} width={440} height={330} alt="" fetchPriority="high" />
      </div>
      <section className="stack gap-5 public-section story" aria-labelledby="story-title">
        <h2 id="story-title">Our story</h2>
        <p>
          Cache Cards launched in 2023 with a simple thought: travel does not begin at the airport. It begins when you look up from the path
          and wonder what is behind the hill. Geocaching had long shown how good it feels to find something hidden. We gave it a card that
          any phone can read, and a reward worth saving for.
        </p>
        <p>
          Each card carries a code and a number of its own. Finding one takes no app and no special gear; leaving one takes an eye for a
          good place. Every find is counted for the member who made it and for the member who left the card, and it all adds up to something
          you can pack a bag for.
        </p>
        <p>
          Joining and finding are free. The memberships of those who place cards keep the trail open for everyone, and what they place is
          what the next member finds: the map is made by the people who walk it.
        </p>
      </section>
      <section className="stack gap-5 public-section" aria-labelledby="mission-title">
        <h2 id="mission-title">What we are here for</h2>
        <div className="public-columns">
          {values.map(({ title, text }) => (
            <article key={title} className="sheet stack gap-2 value">
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </article>
          ))}
        </div>
      </section>
      <InShort />
      <Testimonials />
      <JoinBand user={user} title="Come along" invitation="The next voice on this page could be yours. Open an account; it is free.">
        <Link href={paths.howItWorks} className="button secondary">
          See How It Works
        </Link>
      </JoinBand>
    </div>
  );
}
