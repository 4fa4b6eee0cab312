import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import heroMap from '#web/art/hero-map.svg';
import { RegisterLink } from '#web/features/accounts/joining/RegisterLink.tsx';
import { paths } from '#web/lib/paths.ts';

/** Shows the first button only once the session is known so that it never changes as the visitor is about to tap it. */
export function Hero({ user }: { user: User | null | undefined }) {
  return (
    <section className="stack gap-5 hero">
      <div className="stack">
        <h1>Earn Vacations Geocaching</h1>
        <p className="lead">
          Cache Cards are hidden in parks, by trails, behind the library. Find one, scan it, and turn your Treasure Tokens into a real
          vacation.
        </p>
        <div className="hero-actions">
          {user && (
            <Link href={paths.dashboard()} className="button">
              Go to Dashboard
            </Link>
          )}
          {!user && <RegisterLink user={user}>Start Collecting</RegisterLink>}
          {/* biome-ignore lint/a11y/noAmbiguousAnchorText: the product owner chose this link's text */}
          <a href="#how-it-works" className="button secondary">
            Learn More
          </a>
        </div>
      </div>
      <img className="hero-map" src={heroMap} width={880} height={680} alt="" fetchPriority="high" />
    </section>
  );
}
