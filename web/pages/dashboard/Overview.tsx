import { useCallback, useEffect, useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
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
const DashboardNotices = page(() => loadRest().then((file) => file.DashboardNotices), <NoticesSpace />).Component;
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

/** `late` notices are below the figures, so that nothing that is already shown moves. */
type NoticesPlace = 'unknown' | 'first' | 'late';

function useNoticesPlace(greetedAt: number) {
  const [place, setPlace] = useState<NoticesPlace>(() => (readNoticesHeight() === undefined ? 'unknown' : 'first'));
  useEffect(() => {
    const wait = greetedAt + noticesWaitMs - performance.now();
    const timer = setTimeout(() => setPlace((known) => (known === 'unknown' ? 'late' : known)), wait);
    return () => clearTimeout(timer);
  }, [greetedAt]);
  const setKnown = useCallback(() => setPlace((known) => (known === 'unknown' ? 'first' : known)), []);
  return { place, setKnown };
}

interface OverviewProps {
  user: User;
  /** Time of the greeting, as `performance.now()` returned it. */
  greetedAt: number;
  onScan: () => void;
}

export function Overview({ user, greetedAt, onScan }: OverviewProps) {
  const [open, setOpen] = useState<'tokens' | 'redeem' | null>(null);
  const [stay, setStay] = useState<CertificateOption['type']>();
  const upgrade = useUpgrade();
  const { place, setKnown } = useNoticesPlace(greetedAt);
  const isWaiting = place === 'unknown';

  function redeem(type?: CertificateOption['type']) {
    setStay(type);
    setOpen('redeem');
  }

  const notices = <DashboardNotices user={user} onKnown={setKnown} />;
  return (
    <>
      {!user.emailVerified && user.notice === null && <VerifyEmailNotice user={user} />}
      <QueuedScans memberId={user.id} />
      {isWaiting && <OverviewSkeleton />}
      <div className="dashboard-board" hidden={isWaiting}>
        <div className="dashboard-lead">
          {place !== 'late' && notices}
          <VacationProgress user={user} onRedeem={() => redeem()} onTokenHistory={() => setOpen('tokens')} />
          <StatCards user={user} onUpgrade={upgrade.open} />
          {place === 'late' && notices}
        </div>
        <div className="dashboard-side">
          <DashboardSide />
        </div>
      </div>
      <div id={sectionsId} hidden={isWaiting}>
        <DashboardTabs user={user} onScan={onScan} onRedeem={redeem} />
      </div>
      {open === 'tokens' && <TokenHistoryDialog open user={user} onClose={() => setOpen(null)} />}
      {open === 'redeem' && <RedeemDialog open user={user} type={stay} onClose={() => setOpen(null)} />}
      {upgrade.requestedTier && <UpgradeDialog open user={user} tier={upgrade.requestedTier} onClose={upgrade.close} />}
    </>
  );
}
