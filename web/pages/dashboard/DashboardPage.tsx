import { t } from '@lingui/core/macro';
import { useState } from 'react';
import '#web/pages/dashboard/dashboard.css';
import { signOut, useUser } from '#web/features/accounts/session/session.ts';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { page } from '#web/lib/react/page.tsx';
import { OverviewSkeleton } from '#web/pages/dashboard/OverviewSkeleton.tsx';
import { CardIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { LogoutIcon } from '#web/ui/icons/shell-icons.tsx';
import { Opening } from '#web/ui/states/Opening.tsx';

declare global {
  interface Window {
    /** Loads the style sheets that the document left for later (web/prerender/document.ts). Resolves once they apply. */
    loadStyles?: () => Promise<void>;
  }
}

// The dashboard's overview, loaded later so that the greeting and its buttons appear first. Does not wait for the member's account. The
// style sheets load after it.
const overview = page(() => import('#web/pages/dashboard/Overview.tsx').then((file) => file.Overview), <OverviewSkeleton />);
overview
  .preload()
  .catch(() => undefined)
  .then(() => window.loadStyles?.());
const Overview = overview.Component;
const CardOrderDialog = page(
  () => import('#web/features/orders/CardOrderDialog.tsx').then((file) => file.CardOrderDialog),
  <Opening />,
).Component;

export function DashboardPage() {
  const { user } = useUser();
  const [isOrdering, setOrdering] = useState(false);
  const scanner = useScanner();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const [greetedAt] = useState(() => performance.now());
  if (!user) return null;

  const order = (className: string) =>
    user.role !== 'free' && (
      <button type="button" className={className} onClick={() => setOrdering(true)}>
        <CardIcon />
        {t`Order Cache Cards`}
      </button>
    );

  function logOut() {
    setIsLoggingOut(true);
    void signOut();
  }

  return (
    <div className="stack dashboard">
      <header className="dashboard-head">
        <div>
          <h1>{t`Welcome, ${user.firstName ?? user.username ?? t`explorer`}!`}</h1>
          <p className="muted wide-window-only">{t`Find and scan cards. Every token brings you closer to your next trip.`}</p>
        </div>
        <div className="dashboard-actions">
          <button type="button" className="secondary wide-window-only" aria-busy={scanner.isOpening || undefined} onClick={scanner.open}>
            <QrIcon />
            {t`Scan QR`}
          </button>
          {order('secondary wide-window-only')}
          <button type="button" className="link-button wide-window-only" disabled={isLoggingOut} onClick={logOut}>
            <LogoutIcon />
            {t`Logout`}
          </button>
        </div>
      </header>
      <Overview user={user} greetedAt={greetedAt} onScan={scanner.open}>
        {order('link-button narrow-window-only dashboard-order')}
      </Overview>
      {scanner.dialog}
      {isOrdering && <CardOrderDialog open tier={user.role} onClose={() => setOrdering(false)} />}
    </div>
  );
}
