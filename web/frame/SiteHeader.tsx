import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useUser } from '#web/features/accounts/session/session.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { MenuIcon } from '#web/ui/icons/shell-icons.tsx';
import { LogoMark } from '#web/ui/Logo.tsx';

const links = [
  [paths.home, 'Home'],
  [paths.howItWorks, 'How It Works'],
  [paths.about, 'About'],
  [paths.faq, 'FAQ'],
  [paths.contact, 'Contact'],
] as const;

/** In narrow windows the links are in a native popover, which works without JavaScript. */
function SiteLinks() {
  const [pathname] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const currentPath = pathname.toLowerCase().replace(/(.)\/$/, '$1');
  return (
    <nav className="site-nav" aria-label="Site">
      <button type="button" className="icon-button site-menu-button" popoverTarget="site-links" aria-label="Menu">
        <MenuIcon />
      </button>
      <ul ref={list} id="site-links" className="site-links" popover="auto">
        {links.map(([href, label]) => (
          <li key={href}>
            <Link
              href={href}
              className="nav-link"
              aria-current={href === currentPath ? 'page' : undefined}
              // Client-side navigation does not close an open popover, so close the menu here.
              onClick={() => list.current?.hidePopover?.()}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
