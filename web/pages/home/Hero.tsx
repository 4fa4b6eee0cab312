import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <h1>{t`Earn Vacations Geocaching`}</h1>
        <p className="lead">
          <Trans>
            Cache Cards are hidden in parks, by trails, behind the library. Find one, scan it, and turn your Treasure Tokens into a real
            vacation.
          </Trans>
        </p>
        <div className="hero-actions">
          {user && (
            <Link href={paths.dashboard()} className="button">
              {t`Go to Dashboard`}
            </Link>
          )}
          {!user && <RegisterLink user={user}>{t`Start Collecting`}</RegisterLink>}
          <a href="#how-it-works" className="button secondary">
            {t`Learn More`}
          </a>
        </div>
      </div>
      <img className="hero-map" src={heroMap} width={880} height={680} alt="" fetchPriority="high" />
    </section>
  );
}
