import { t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { RegisterLink } from '#web/features/accounts/joining/RegisterLink.tsx';
import { paths } from '#web/lib/paths.ts';

interface JoinBandProps {
  /** The signed-in member; null for a visitor. Undefined until the session is known; until then, the Join button is hidden. */
  user: User | null | undefined;
  title: string;
  invitation: string;
  children?: ReactNode;
}

export function JoinBand({ user, title, invitation, children }: JoinBandProps) {
  return (
    <section className="stack join-band" aria-labelledby="join-title">
      <h2 id="join-title">{user ? t`Ready for your next find?` : title}</h2>
      <p>{user ? t`Your map, tokens and cards are right where you left them.` : invitation}</p>
      <div className="join-actions">
        {user && (
          <Link href={paths.dashboard()} className="button">
            {t`Open Your Dashboard`}
          </Link>
        )}
        {!user && <RegisterLink user={user}>{t`Create a Free Account`}</RegisterLink>}
        {children}
      </div>
    </section>
  );
}
