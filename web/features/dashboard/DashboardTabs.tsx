import '#web/features/dashboard/sections.css';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#schema/user.ts';
import type { CertificateOption } from '#schema/vacation-progress.ts';
import { CardIcon, ChestIcon, KeyIcon, MapPinIcon, UserIcon } from '#web/components/icons.tsx';
import { TabPanel, Tabs } from '#web/components/Tabs.tsx';
import { AccountTab } from '#web/features/dashboard/AccountTab.tsx';
import { CacheCardsTab } from '#web/features/dashboard/CacheCardsTab.tsx';
import { CertificatesTab } from '#web/features/dashboard/CertificatesTab.tsx';
import { type DashboardTab, dashboardTab, dashboardTabs } from '#web/features/dashboard/dashboard-tab.ts';
import { ReferralsTab } from '#web/features/dashboard/ReferralsTab.tsx';
import { TreasureChestsTab } from '#web/features/dashboard/TreasureChestsTab.tsx';

const icons: Record<DashboardTab, ReactNode> = {
  'cache-cards': <CardIcon />,
  'treasure-chests': <ChestIcon />,
  referrals: <KeyIcon />,
  certificates: <MapPinIcon />,
  account: <UserIcon />,
};
const tabs = dashboardTabs.map((tab) => ({ ...tab, icon: icons[tab.id] }));

interface DashboardTabsProps {
  user: User;
  onScan: () => void;
  onRedeem: (type: CertificateOption['type']) => void;
}

/** The five tabs; each choice is a step in the browser's history. */
export function DashboardTabs({ user, onScan, onRedeem }: DashboardTabsProps) {
  const [query, setQuery] = useSearchParams();
  const active = dashboardTab(query.get('tab'));
  return (
    <Tabs tabs={tabs} active={active} onChange={(tab) => tab !== active && setQuery({ tab })} label="Dashboard sections">
      <TabPanel id="cache-cards">
        <CacheCardsTab tier={user.role} onScan={onScan} />
      </TabPanel>
      <TabPanel id="treasure-chests">
        <TreasureChestsTab user={user} />
      </TabPanel>
      <TabPanel id="referrals">
        <ReferralsTab user={user} />
      </TabPanel>
      <TabPanel id="certificates">
        <CertificatesTab user={user} onRedeem={onRedeem} />
      </TabPanel>
      <TabPanel id="account">
        <AccountTab user={user} />
      </TabPanel>
    </Tabs>
  );
}
