import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useUser } from '#web/features/accounts/session/session.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { MenuIcon } from '#web/ui/icons/shell-icons.tsx';
import { LogoMark } from '#web/ui/Logo.tsx';

const links = () =>
  [
    [paths.home, t`Home`],
    [paths.howItWorks, t`How It Works`],
    [paths.about, t`About`],
    [paths.faq, t`FAQ`],
    [paths.contact, t`Contact`],
  ] as const;

/** In narrow windows the links are in a native popover, which works without JavaScript. */
function SiteLinks() {
  const [pathname] = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const currentPath = pathname.toLowerCase().replace(/(.)\/$/, '$1');
  return (
    <nav className="site-nav" aria-label={t`Site`}>
      <button type="button" className="icon-button site-menu-button" popoverTarget="site-links" aria-label={t`Menu`}>
        <MenuIcon />
      </button>
      <ul ref={list} id="site-links" className="site-links" popover="auto">
        {links().map(([href, label]) => (
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
        <Link href={paths.home} className="logo" aria-label={t`Cache Cards, Home`}>
          <LogoMark />
          <span className="logo-name" translate="no">
            Cache Cards
          </span>
        </Link>
        <SiteLinks />
        <div className="site-who">
          {user && <UserMenu user={user} />}
          {!user && (user === null || (error !== undefined && !getStoredToken())) && (
            <Link href={paths.auth} className="button button-small guest-only">
              {t({ message: 'Sign In', context: 'link in the header' })}
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
