import { lazy, Suspense, useState } from 'react';
import '#web/features/dashboard/dashboard.css';
import type { CertificateOption } from '#schema/vacation-progress.ts';
import { CardIcon, LogoutIcon, QrIcon } from '#web/components/icons.tsx';
import { KeptScans } from '#web/components/offline/KeptScans.tsx';
import { ScanDialog } from '#web/components/scanner/ScanDialog.tsx';
import { VerifyEmailNotice } from '#web/components/verification/VerifyEmailNotice.tsx';
import { DashboardTabs } from '#web/features/dashboard/DashboardTabs.tsx';
import { StatCards } from '#web/features/dashboard/StatCards.tsx';
import { sectionsId } from '#web/features/dashboard/sections.ts';
import { TokenHistoryDialog } from '#web/features/dashboard/TokenHistoryDialog.tsx';
import { useUpgrade } from '#web/features/dashboard/use-upgrade.ts';
import { VacationProgress } from '#web/features/dashboard/VacationProgress.tsx';
import { signOut, useUser } from '#web/lib/session.ts';

const CardOrderDialog = lazy(() =>
  import('#web/components/orders/CardOrderDialog.tsx').then((file) => ({ default: file.CardOrderDialog })),
);
const RedeemDialog = lazy(() => import('#web/components/certificates/RedeemDialog.tsx').then((file) => ({ default: file.RedeemDialog })));
const UpgradeDialog = lazy(() => import('#web/components/orders/UpgradeDialog.tsx').then((file) => ({ default: file.UpgradeDialog })));

/** The member's own place: balance, goal, cards, keys, invitations, account. */
export function DashboardPage() {
  const { user } = useUser();
  const [open, setOpen] = useState<'scan' | 'tokens' | 'order' | 'redeem' | null>(null);
  /** The stay that the redeem dialog begins with. */
  const [stay, setStay] = useState<CertificateOption['type']>();
  const upgrade = useUpgrade();
  const [leaving, setLeaving] = useState(false);
  if (!user) return null;

  function redeem(type?: CertificateOption['type']) {
    setStay(type);
    setOpen('redeem');
  }

  function leave() {
    setLeaving(true);
    void signOut();
  }

  return (
    <div className="dashboard">
      <header className="dashboard-head">
        <div>
          <h1>Welcome, {user.firstName ?? user.username ?? 'explorer'}!</h1>
          <p className="muted">Find a card, scan it, and every token brings a trip closer.</p>
        </div>
        <div className="dashboard-actions">
          <button type="button" className="treasure" onClick={() => setOpen('scan')}>
            <QrIcon />
            Scan QR
          </button>
          {user.role !== 'free' && (
            <button type="button" onClick={() => setOpen('order')}>
              <CardIcon />
              Order Cache Cards
            </button>
          )}
          <button type="button" className="secondary" disabled={leaving} onClick={leave}>
            <LogoutIcon />
            Logout
          </button>
        </div>
      </header>
      <VerifyEmailNotice user={user} />
      <KeptScans memberId={user.id} />
      <StatCards user={user} onTokenHistory={() => setOpen('tokens')} onUpgrade={upgrade.open} />
      <VacationProgress user={user} onRedeem={() => redeem()} />
      <div id={sectionsId}>
        <DashboardTabs user={user} onScan={() => setOpen('scan')} onRedeem={redeem} />
      </div>
      <ScanDialog open={open === 'scan'} onClose={() => setOpen(null)} />
      <TokenHistoryDialog open={open === 'tokens'} user={user} onClose={() => setOpen(null)} />
      <Suspense>
        {open === 'order' && <CardOrderDialog open tier={user.role} onClose={() => setOpen(null)} />}
        {open === 'redeem' && <RedeemDialog open user={user} type={stay} onClose={() => setOpen(null)} />}
        {upgrade.wanted && <UpgradeDialog open user={user} tier={upgrade.wanted} onClose={upgrade.close} />}
      </Suspense>
    </div>
  );
}
