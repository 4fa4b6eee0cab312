import { Link, useSearchParams } from 'wouter';
import '#web/pages/admin/dashboard/dashboard.css';
import { AdminPage } from '#web/features/admin/AdminPage.tsx';
import { reviewInAddress } from '#web/features/admin/addresses.ts';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { LogoutButton } from '#web/features/admin/session/LogoutButton.tsx';
import { paths } from '#web/lib/paths.ts';
import { AttentionCount } from '#web/pages/admin/dashboard/AttentionCount.tsx';
import { Glance } from '#web/pages/admin/dashboard/charts/Glance.tsx';
import { TotalTiles } from '#web/pages/admin/dashboard/TotalTiles.tsx';
import { adminTabs } from '#web/pages/admin/dashboard/tabs.ts';
import { useTotals } from '#web/pages/admin/dashboard/totals.ts';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

/** Everything that administrators answer for: the sums, the days, and a tab for each kind of thing. */
export function AdminDashboardPage() {
  const { admin } = useAdmin();
  const totals = useTotals();
  const [search, setSearch] = useSearchParams();
  const active = adminTabs.find(({ id }) => id === search.get('tab')) ?? adminTabs[0];
  if (!admin || !active) return null;

  // A case has the screen to itself.
  if (active.id === 'reviews' && reviewInAddress(search) !== null) {
    return (
      <AdminPage title="Review desk">
        <active.Panel />
      </AdminPage>
    );
  }

  const tabs = adminTabs.map(({ id, label }) => ({ id, label, badge: <AttentionCount tab={id} attention={totals.data?.attention} /> }));
  return (
    <AdminPage
      title="Admin Dashboard"
      subtitle={`Welcome, ${admin.firstName || 'Admin'}`}
      actions={
        <>
          <Link href={paths.adminAccount} className="button secondary">
            My Account
          </Link>
          <Link href={paths.adminTestQr} className="button secondary">
            Test QR Codes
          </Link>
          <Link href={paths.adminTestCardApi} className="button secondary">
            Test Card API
          </Link>
          <LogoutButton />
        </>
      }
    >
      <TotalTiles totals={totals} />
      <Glance />
      {/* A tab keeps its search and page in the address: the next one begins without them. */}
      <Tabs tabs={tabs} active={active.id} onChange={(id) => setSearch({ tab: id })} label="What to look after">
        <TabPanel key={active.id} id={active.id}>
          <active.Panel />
        </TabPanel>
      </Tabs>
    </AdminPage>
  );
}
