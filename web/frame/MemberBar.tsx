import '#web/frame/member-bar.css';
import { t } from '@lingui/core/macro';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { type RouteName, routeAt, routes } from '#schema/routes.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { BannerPlace } from '#web/frame/BannerPlace.tsx';
import { paths } from '#web/lib/paths.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { CardIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { CompassIcon, UserIcon } from '#web/ui/icons/shell-icons.tsx';

interface BarEntry {
  label: string;
  path: string;
  /** Icon shown on phones. */
  Icon?: ComponentType;
  /** Window size at which the entry is shown. If omitted, the entry is shown at both sizes. */
  window?: 'phone' | 'wide';
  /** Pages that belong to a bar entry. The entry links to the first page and is marked as current on every page in the list. */
  pages: readonly [RouteName, ...RouteName[]];
}

const leftEntries = (): BarEntry[] => [
  {
    label: t({ message: 'Dashboard', context: 'tab bar' }),
    path: paths.dashboard(),
    Icon: CompassIcon,
    pages: ['dashboard', 'medals', 'treasureChests', 'referrals', 'certificates', 'activateCertificate'],
  },
  { label: t`Find`, path: paths.findCards, Icon: MapPinIcon, pages: ['findCards', 'foundCards'] },
];
const rightEntries = (): BarEntry[] => [
  { label: t`Cards`, path: paths.cacheCards, Icon: CardIcon, pages: ['cacheCards', 'cacheCard'] },
  { label: t`Certificates`, path: paths.certificates, window: 'wide', pages: ['certificates', 'activateCertificate'] },
  { label: t`Referrals`, path: paths.referrals, window: 'wide', pages: ['referrals'] },
  { label: t`Account`, path: paths.account(), Icon: UserIcon, window: 'phone', pages: ['account'] },
];

/**
 * Navigation for members: a bar at the bottom of the screen on phones and, on members' pages in wide windows, a row of links under the
 * header. It is prerendered on members' pages, where `members-only` hides it from visitors.
 */
export function MemberBar() {
  const [pathname] = useLocation();
  const isHydrating = useIsHydrating();
  const scanner = useRequestedScanner();
  const currentRoute = routeAt(pathname);
  const { user } = useUser();
  // The checkout page for a renewal hides the banner about that renewal.
  const isMemberPage = currentRoute !== undefined && routes[currentRoute].guard === 'member';
  const hasBanner = isMemberPage && !pathname.startsWith('/checkout/membership');
  return (
    <>
      {hasBanner && user?.notice && <BannerPlace user={user} />}
      <nav
        className={['member-bar', isMemberPage && 'is-row', isHydrating && 'members-only'].filter(Boolean).join(' ')}
        aria-label={t`Member`}
      >
        <ul>
          {leftEntries().map((entry) => (
            <BarLink key={entry.path} entry={entry} currentRoute={currentRoute} />
          ))}
          <li className="phone-entry">
            <button
              type="button"
              className="member-bar-scan"
              aria-label={t`Scan QR`}
              aria-busy={scanner.isOpening || undefined}
              onClick={scanner.open}
            >
              <QrIcon />
              <span>{t`Scan`}</span>
            </button>
          </li>
          {rightEntries().map((entry) => (
            <BarLink key={entry.path} entry={entry} currentRoute={currentRoute} />
          ))}
        </ul>
      </nav>
      {scanner.dialog}
    </>
  );
}

function BarLink({ entry: { label, path, Icon, window, pages }, currentRoute }: { entry: BarEntry; currentRoute: RouteName | undefined }) {
  const isCurrentSection = currentRoute !== undefined && pages.includes(currentRoute);
  return (
    <li className={window && `${window}-entry`}>
      <Link href={path} aria-current={currentRoute === pages[0] ? 'page' : isCurrentSection || undefined}>
        {Icon && <Icon />}
        <span>{label}</span>
      </Link>
    </li>
  );
}

/** Opens the scanner if the home screen shortcut's query parameter is present. Closing the scanner removes the parameter. */
function useRequestedScanner() {
  const [scanParameter, setScanParameter] = useQueryParameter('scan');
  const isRequested = scanParameter !== null;
  const scanner = useScanner({
    onClose: () => isRequested && setScanParameter(null),
  });
  const open = useRef(scanner.open);
  open.current = scanner.open;
  useEffect(() => {
    if (isRequested) open.current();
  }, [isRequested]);
  return scanner;
}
