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

const dashboardTabs = [
  { id: 'cache-cards', label: 'Cache Cards' },
  { id: 'treasure-chests', label: 'Treasure Chests' },
  { id: 'referrals', label: 'Referrals' },
  { id: 'certificates', label: 'Certificates' },
  { id: 'account', label: 'Account' },
] as const;

type DashboardTab = (typeof dashboardTabs)[number]['id'];

function getDashboardTab(value: string | null): DashboardTab {
  return dashboardTabs.find((tab) => tab.id === value)?.id ?? dashboardTabs[0].id;
}

const maxCards = 10;

function CacheCardsTab({ tier, onScan }: { tier: User['role']; onScan: () => void }) {
  return (
    <section className="stack" aria-labelledby="cards-title">
      <div className="spread">
        <h2 id="cards-title">Your Cache Cards</h2>
        <Link href={paths.cacheCards} className="standalone-link">
          View All Cards
        </Link>
      </div>
      <Loaded query={useOwnCards()} subject="Your cards" blocks={['3.5rem', '3.5rem', '3.5rem']}>
        {(cards) =>
          cards.length === 0 ? (
            <NoCards tier={tier}>
              <button type="button" onClick={onScan}>
                Scan a card
              </button>
            </NoCards>
          ) : (
            <CardTable cards={cards.slice(0, maxCards)} label="Your Cache Cards" />
          )
        }
      </Loaded>
    </section>
  );
}

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
