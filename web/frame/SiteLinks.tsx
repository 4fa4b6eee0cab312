import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { MenuIcon } from '#web/ui/icons/shell-icons.tsx';

const links = [
  [paths.home, 'Home'],
  [paths.howItWorks, 'How It Works'],
  [paths.about, 'About'],
  [paths.faq, 'FAQ'],
  [paths.contact, 'Contact'],
] as const;

/** In narrow windows the links are in a native popover, which works without JavaScript. */
export function SiteLinks() {
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
              // Client-side navigation does not close an open popover.
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
