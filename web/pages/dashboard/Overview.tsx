import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { useSeenNews } from '#web/features/notifications/push-device.ts';
import { ProgressCard } from '#web/features/progress/ProgressCard.tsx';
import { LatestFinds } from '#web/features/scans/finds/LatestFinds.tsx';
import { QueuedScans } from '#web/features/scans/scanning/offline/QueuedScans.tsx';
import { page } from '#web/lib/react/page.tsx';
import { DashboardNotices, readNoticesHeight } from '#web/pages/dashboard/DashboardNotices.tsx';
import { DashboardTabs } from '#web/pages/dashboard/DashboardTabs.tsx';
import { OverviewSkeleton } from '#web/pages/dashboard/OverviewSkeleton.tsx';
import { StatCards } from '#web/pages/dashboard/StatCards.tsx';
import { sectionsId } from '#web/pages/dashboard/sections.ts';
import { useNotices } from '#web/pages/dashboard/use-notices.tsx';
import { useUpgrade } from '#web/pages/dashboard/use-upgrade.ts';
import { VacationProgress } from '#web/pages/dashboard/VacationProgress.tsx';
import { Opening } from '#web/ui/states/Opening.tsx';

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

export function Overview({ user, onScan }: { user: User; onScan: () => void }) {
  const [open, setOpen] = useState<'tokens' | 'redeem' | null>(null);
  const [stay, setStay] = useState<CertificateOption['type']>();
  const upgrade = useUpgrade();
  const { notices, isKnown } = useNotices(user);
  const [isFirstVisit] = useState(() => readNoticesHeight() === undefined);
  const isWaiting = isFirstVisit && !isKnown;
  useSeenNews(user);

  function redeem(type?: CertificateOption['type']) {
    setStay(type);
    setOpen('redeem');
  }

  return (
    <>
      {!user.emailVerified && user.notice === null && <VerifyEmailNotice user={user} />}
      <QueuedScans memberId={user.id} />
      {/* Without a last visit the height of the notices is unknown, so nothing below them is shown before them. */}
      {isWaiting && <OverviewSkeleton />}
      <div className="dashboard-board" hidden={isWaiting}>
        <div className="dashboard-lead">
          <DashboardNotices notices={notices} isKnown={isKnown} />
          <VacationProgress user={user} onRedeem={() => redeem()} onTokenHistory={() => setOpen('tokens')} />
          <StatCards user={user} onUpgrade={upgrade.open} />
        </div>
        <div className="dashboard-side">
          <ProgressCard />
          <LatestFinds />
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
