import { Link, useSearchParams } from 'wouter';
import '#web/ui/tab-rail.css';
import '#web/pages/admin/dashboard/dashboard.css';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import { useAdmin } from '#web/features/admin/session/admin-session.ts';
import { LogoutButton } from '#web/features/admin/session/LogoutButton.tsx';
import { getOpenId } from '#web/features/admin/urls.ts';
import { errorText } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { AttentionCount } from '#web/pages/admin/dashboard/AttentionCount.tsx';
import { adminTabs, findTab } from '#web/pages/admin/dashboard/tabs.ts';
import { useTotals } from '#web/pages/admin/dashboard/totals.ts';
import { useFocusAfterNavigation } from '#web/pages/admin/dashboard/use-focus-after-navigation.ts';
import { StatTile } from '#web/ui/StatTile.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

/** Window width from which the tabs form a vertical rail. Must match the media query in tab-rail.css, which styles the rail. */
const railMediaQuery = '(min-width: 64rem)';

/** URL parameters that replace a tab's list by another view or a record. */
const openRecordParameters = ['view', 'run', 'user', 'review'];

export function AdminDashboardPage() {
  const { admin } = useAdmin();
  const totals = useTotals();
  const isVertical = useMediaQuery(railMediaQuery);
  const [search, setSearch] = useSearchParams();
  const active = findTab(search.get('tab'));
  useFocusAfterNavigation([active.id, ...openRecordParameters.map((name) => search.get(name))].join());
  if (!admin) return null;

  // A case under review or a member replaces the tabs and uses the entire screen.
  const openPage = findOpenPage(active.id, search);
  if (openPage) {
    return (
      <AdminPage title={openPage}>
        <active.Panel />
      </AdminPage>
    );
  }

  const tabs = adminTabs.map(({ id, label }) => ({ id, label, badge: <AttentionCount tab={id} attention={totals.data?.attention} /> }));
  return (
    <AdminPage
      title="Admin Dashboard"
      subtitle={`Welcome, ${admin.firstName || 'Admin'}`}
      figures={<TotalTiles totals={totals} />}
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
      <TotalsFailed totals={totals} />
      <div className="tab-rail">
        {/* The search and page in the URL belong to one tab, so switching tabs drops them. */}
        <Tabs tabs={tabs} active={active.id} onChange={(id) => setSearch({ tab: id })} label="Sections" isVertical={isVertical}>
          <TabPanel key={active.id} id={active.id}>
            <active.Panel />
          </TabPanel>
        </Tabs>
      </div>
    </AdminPage>
  );
}

function findOpenPage(tab: string, search: URLSearchParams): string | undefined {
  if (tab === 'reviews' && getOpenId(search, 'review') !== null) return 'Review desk';
  return tab === 'users' && getOpenId(search, 'user') !== null ? 'Member' : undefined;
}

interface TotalsProps {
  totals: ReturnType<typeof useTotals>;
}

function TotalTiles({ totals: { data, error } }: TotalsProps) {
  const formatCount = (value: number | undefined) => (value === undefined ? <span aria-hidden="true">…</span> : number(value));
  return (
    <section className="admin-tiles" aria-labelledby="totals-title" aria-busy={data === undefined && error === undefined}>
      <h2 id="totals-title" className="visually-hidden">
        Totals
      </h2>
      <StatTile label="Total Users" value={formatCount(data?.users)} />
      <StatTile label="Total Cache Cards" value={formatCount(data?.cards)} />
      <StatTile label="Tokens Issued" value={formatCount(data?.tokensIssued)} />
    </section>
  );
}

function TotalsFailed({ totals: { error, mutate } }: TotalsProps) {
  if (error === undefined) return null;
  return (
    <Alert tone="error" title="Couldn’t load the totals">
      <p>{errorText(error, 'Please try again in a moment.')}</p>
      <button type="button" className="secondary" onClick={() => void mutate()}>
        Try again
      </button>
    </Alert>
  );
}
