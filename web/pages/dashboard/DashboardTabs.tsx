import { t } from '@lingui/core/macro';
import '#web/pages/dashboard/sections.css';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { CardTable } from '#web/features/cards/CardTable.tsx';
import { NoCards } from '#web/features/cards/NoCards.tsx';
import { useOwnCards } from '#web/features/cards/own-cards.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { CardIcon, ChestIcon, KeyIcon } from '#web/ui/icons/icons.tsx';
import { UserIcon } from '#web/ui/icons/shell-icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const tabIds = ['cache-cards', 'treasure-chests', 'referrals', 'certificates', 'account'] as const;
type DashboardTab = (typeof tabIds)[number];

const tabLabels = (): Record<DashboardTab, string> => ({
  'cache-cards': t`Cache Cards`,
  'treasure-chests': t`Treasure Chests`,
  referrals: t`Referrals`,
  certificates: t`Certificates`,
  account: t`Account`,
});

function getDashboardTab(value: string | null): DashboardTab {
  return tabIds.find((id) => id === value) ?? tabIds[0];
}

const maxCards = 10;

function CacheCardsTab({ tier, onScan }: { tier: User['role']; onScan: () => void }) {
  return (
    <section className="stack" aria-labelledby="cards-title">
      <div className="spread">
        <h2 id="cards-title">{t`Your Cache Cards`}</h2>
        <Link href={paths.cacheCards} className="standalone-link">{t`View All Cards`}</Link>
      </div>
      <Loaded query={useOwnCards()} subject={t`Your cards`} blocks={['3.5rem', '3.5rem', '3.5rem']}>
        {(cards) =>
          cards.length === 0 ? (
            <NoCards tier={tier}>
              <button type="button" onClick={onScan}>{t`Scan a card`}</button>
            </NoCards>
          ) : (
            <CardTable cards={cards.slice(0, maxCards)} label={t`Your Cache Cards`} />
          )
        }
      </Loaded>
    </section>
  );
}

function LoadingSection() {
  return <Loading label={t`Loading this section…`} blocks={['3rem', '9rem']} />;
}

const AccountTab = page(() => import('#web/pages/dashboard/AccountTab.tsx').then((file) => file.AccountTab), <LoadingSection />).Component;
const CertificatesTab = page(
  () => import('#web/pages/dashboard/CertificatesTab.tsx').then((file) => file.CertificatesTab),
  <LoadingSection />,
).Component;
const ReferralsTab = page(
  () => import('#web/pages/dashboard/ReferralsTab.tsx').then((file) => file.ReferralsTab),
  <LoadingSection />,
).Component;
const TreasureChestsTab = page(
  () => import('#web/pages/dashboard/TreasureChestsTab.tsx').then((file) => file.TreasureChestsTab),
  <LoadingSection />,
).Component;

const icons: Record<DashboardTab, ReactNode> = {
  'cache-cards': <CardIcon />,
  'treasure-chests': <ChestIcon />,
  referrals: <KeyIcon />,
  certificates: <MapPinIcon />,
  account: <UserIcon />,
};

interface DashboardTabsProps {
  user: User;
  onScan: () => void;
  onRedeem: (type: CertificateOption['type']) => void;
}

export function DashboardTabs({ user, onScan, onRedeem }: DashboardTabsProps) {
  const [query, setQuery] = useSearchParams();
  const active = getDashboardTab(query.get('tab'));
  return (
    <Tabs
      tabs={tabIds.map((id) => ({ id, label: tabLabels()[id], icon: icons[id] }))}
      active={active}
      onChange={(tab) => tab !== active && setQuery({ tab })}
      label={t`Dashboard sections`}
    >
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
