import '#web/pages/dashboard/sections.css';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { page } from '#web/lib/react/page.tsx';
import { CacheCardsTab } from '#web/pages/dashboard/CacheCardsTab.tsx';
import { type DashboardTab, dashboardTabs, getDashboardTab } from '#web/pages/dashboard/dashboard-tab.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { CardIcon, ChestIcon, KeyIcon } from '#web/ui/icons/icons.tsx';
import { UserIcon } from '#web/ui/icons/shell-icons.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const loadingSection = <Loading label="Loading this section…" blocks={['3rem', '9rem']} />;
const AccountTab = page(() => import('#web/pages/dashboard/AccountTab.tsx').then((file) => file.AccountTab), loadingSection).Component;
const CertificatesTab = page(
  () => import('#web/pages/dashboard/CertificatesTab.tsx').then((file) => file.CertificatesTab),
  loadingSection,
).Component;
const ReferralsTab = page(
  () => import('#web/pages/dashboard/ReferralsTab.tsx').then((file) => file.ReferralsTab),
  loadingSection,
).Component;
const TreasureChestsTab = page(
  () => import('#web/pages/dashboard/TreasureChestsTab.tsx').then((file) => file.TreasureChestsTab),
  loadingSection,
).Component;

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

export function DashboardTabs({ user, onScan, onRedeem }: DashboardTabsProps) {
  const [query, setQuery] = useSearchParams();
  const active = getDashboardTab(query.get('tab'));
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
