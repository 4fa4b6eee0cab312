import { type PropsWithChildren, useCallback, useEffect, useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { NextCard } from '#web/features/finding/nearby/NextCard.tsx';
import { page } from '#web/lib/react/page.tsx';
import { NoticesSpace } from '#web/pages/dashboard/NoticesSpace.tsx';
import { readNoticesHeight } from '#web/pages/dashboard/notices-height.ts';
import { OverviewSkeleton } from '#web/pages/dashboard/OverviewSkeleton.tsx';
import { StatCards } from '#web/pages/dashboard/StatCards.tsx';
import { sectionsId } from '#web/pages/dashboard/sections.ts';
import { useUpgrade } from '#web/pages/dashboard/use-upgrade.ts';
import { VacationProgress } from '#web/pages/dashboard/VacationProgress.tsx';
import { Opening } from '#web/ui/states/Opening.tsx';

// Loaded after the figures, which need less code and no style sheets.
const loadRest = () => Promise.all([import('#web/pages/dashboard/rest.tsx'), window.loadStyles?.()]).then(([file]) => file);
const DashboardTasks = page(() => loadRest().then((file) => file.DashboardTasks), <NoticesSpace kind="act" />).Component;
const DashboardNotices = page(() => loadRest().then((file) => file.DashboardNotices), <NoticesSpace kind="look" />).Component;
const QueuedScans = page(() => loadRest().then((file) => file.QueuedScans)).Component;
const DashboardSide = page(() => loadRest().then((file) => file.DashboardSide)).Component;
const DashboardTabs = page(() => loadRest().then((file) => file.DashboardTabs)).Component;
const VerifyEmailNotice = page(() =>
  import('#web/features/accounts/account/VerifyEmailNotice.tsx').then((file) => file.VerifyEmailNotice),
).Component;
const TokenHistoryDialog = page(
  () => import('#web/features/tokens/TokenHistoryDialog.tsx').then((file) => file.TokenHistoryDialog),
  <Opening />,
).Component;
const RedeemDialog = page(
  () => import('#web/features/certificates/RedeemDialog.tsx').then((file) => file.RedeemDialog),
  <Opening />,
).Component;
const UpgradeDialog = page(
  () => import('#web/features/orders/UpgradeDialog.tsx').then((file) => file.UpgradeDialog),
  <Opening />,
).Component;

/** How long the first visit on a device, on which the height of the notices is unknown, waits for them after the greeting. */
const noticesWaitMs = 1_000;

/** Returns whether the figures still wait for the notices above them, and a function that ends the wait. */
function useNoticesWait(greetedAt: number): [isWaiting: boolean, endWait: () => void] {
  const [isWaiting, setWaiting] = useState(() => readNoticesHeight('look') === undefined);
  const endWait = useCallback(() => setWaiting(false), []);
  useEffect(() => {
    const timer = setTimeout(endWait, greetedAt + noticesWaitMs - performance.now());
    return () => clearTimeout(timer);
  }, [greetedAt, endWait]);
  return [isWaiting, endWait];
}

interface OverviewProps extends PropsWithChildren {
  user: User;
  /** Time of the greeting, as `performance.now()` returned it. */
  greetedAt: number;
  onScan: () => void;
}

/** The dashboard below its header. `children` come before the tabs. */
export function Overview({ user, greetedAt, onScan, children }: OverviewProps) {
  const [open, setOpen] = useState<'tokens' | 'redeem' | null>(null);
  const [stay, setStay] = useState<CertificateOption['type']>();
  const upgrade = useUpgrade();
  const [isWaiting, endWait] = useNoticesWait(greetedAt);

  function redeem(type?: CertificateOption['type']) {
    setStay(type);
    setOpen('redeem');
  }

  return (
    <>
      <QueuedScans memberId={user.id} />
      {isWaiting && <OverviewSkeleton />}
      <div className="dashboard-board" hidden={isWaiting}>
        <div className="dashboard-lead">
          <DashboardTasks />
          <NextCard memberId={user.id} />
          {!user.emailVerified && user.notice === null && <VerifyEmailNotice user={user} />}
          <DashboardNotices user={user} onKnown={endWait} />
          <VacationProgress user={user} onRedeem={() => redeem()} onTokenHistory={() => setOpen('tokens')} />
          <StatCards user={user} onUpgrade={upgrade.open} />
        </div>
        <div className="dashboard-side">
          <DashboardSide />
        </div>
      </div>
      {children}
      <div id={sectionsId} hidden={isWaiting}>
        <DashboardTabs user={user} onScan={onScan} onRedeem={redeem} />
      </div>
      {open === 'tokens' && <TokenHistoryDialog open user={user} onClose={() => setOpen(null)} />}
      {open === 'redeem' && <RedeemDialog open user={user} type={stay} onClose={() => setOpen(null)} />}
      {upgrade.requestedTier && <UpgradeDialog open user={user} tier={upgrade.requestedTier} onClose={upgrade.close} />}
    </>
  );
}
