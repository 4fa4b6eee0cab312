import { useState } from 'react';
import '#web/pages/dashboard/dashboard.css';
import type { CertificateOption } from '#schema/vacation-progress.ts';
import { VerifyEmailNotice } from '#web/features/account/VerifyEmailNotice.tsx';
import { QueuedScans } from '#web/features/scanning/offline/QueuedScans.tsx';
import { ScanDialog } from '#web/features/scanning/ScanDialog.tsx';
import { signOut, useUser } from '#web/features/session/session.ts';
import { TokenHistoryDialog } from '#web/features/tokens/TokenHistoryDialog.tsx';
import { page } from '#web/lib/page.tsx';
import { DashboardTabs } from '#web/pages/dashboard/DashboardTabs.tsx';
import { StatCards } from '#web/pages/dashboard/StatCards.tsx';
import { sectionsId } from '#web/pages/dashboard/sections.ts';
import { useUpgrade } from '#web/pages/dashboard/use-upgrade.ts';
import { VacationProgress } from '#web/pages/dashboard/VacationProgress.tsx';
import { CardIcon, LogoutIcon, QrIcon } from '#web/ui/icons.tsx';

const CardOrderDialog = page(() => import('#web/features/orders/CardOrderDialog.tsx').then((file) => file.CardOrderDialog)).Component;
const RedeemDialog = page(() => import('#web/features/certificates/RedeemDialog.tsx').then((file) => file.RedeemDialog)).Component;
const UpgradeDialog = page(() => import('#web/features/orders/UpgradeDialog.tsx').then((file) => file.UpgradeDialog)).Component;

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
    <div className="stack gap-6 dashboard">
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
      <QueuedScans memberId={user.id} />
      <StatCards user={user} onTokenHistory={() => setOpen('tokens')} onUpgrade={upgrade.open} />
      <VacationProgress user={user} onRedeem={() => redeem()} />
      <div id={sectionsId}>
        <DashboardTabs user={user} onScan={() => setOpen('scan')} onRedeem={redeem} />
      </div>
      <ScanDialog open={open === 'scan'} onClose={() => setOpen(null)} />
      <TokenHistoryDialog open={open === 'tokens'} user={user} onClose={() => setOpen(null)} />
      {open === 'order' && <CardOrderDialog open tier={user.role} onClose={() => setOpen(null)} />}
      {open === 'redeem' && <RedeemDialog open user={user} type={stay} onClose={() => setOpen(null)} />}
      {upgrade.wanted && <UpgradeDialog open user={user} tier={upgrade.wanted} onClose={upgrade.close} />}
    </div>
  );
}
