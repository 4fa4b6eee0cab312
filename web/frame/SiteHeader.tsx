import { Link } from 'wouter';
import { useUser } from '#web/features/accounts/session/session.ts';
import { SiteLinks } from '#web/frame/SiteLinks.tsx';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { LogoMark } from '#web/ui/Logo.tsx';

const UserMenu = page(() => import('#web/frame/UserMenu.tsx').then((file) => file.UserMenu)).Component;

/** The header's right end stays empty until the session is known. */
export function SiteHeader() {
  const { user, error } = useUser();
  return (
    <header className="site-header">
      <div className="site-bar">
        <Link href={paths.home} className="logo" aria-label="Cache Cards, Home">
          <LogoMark />
          <span className="logo-name">Cache Cards</span>
        </Link>
        <SiteLinks />
        <div className="site-who">
          {user && <UserMenu user={user} />}
          {!user && (user === null || (error !== undefined && !getStoredToken())) && (
            <Link href={paths.auth} className="button button-small guest-only">
              Sign In
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
