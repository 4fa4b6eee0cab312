import { Link } from 'wouter';
import { LogoMark } from '#web/components/Logo.tsx';
import { UserMenu } from '#web/components/UserMenu.tsx';
import { storedToken } from '#web/lib/auth-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

/** The bar above every page. While it is unknown who is there, the right end stays empty. */
export function SiteHeader() {
  const { user, error } = useUser();
  return (
    <header className="site-header">
      <div className="site-bar">
        <Link href={paths.home} className="logo" aria-label="Cache Cards, Home">
          <LogoMark />
          <span className="logo-name">Cache Cards</span>
        </Link>
        <nav className="site-nav" aria-label="Site">
          <Link href={paths.home} className={(active) => (active ? 'nav-link active' : 'nav-link')}>
            Home
          </Link>
          {user && <UserMenu user={user} />}
          {!user && (user === null || (error !== undefined && !storedToken())) && (
            <Link href={paths.auth} className="button button-small">
              Sign In
            </Link>
          )}
        </nav>
      </div>
    </header>
  );
}
