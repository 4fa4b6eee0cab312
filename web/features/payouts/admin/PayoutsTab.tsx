import { useSearchParams } from 'wouter';
import '#web/features/payouts/admin/payouts.css';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { ChestsView } from '#web/features/payouts/admin/ChestsView.tsx';
import { CommissionsView } from '#web/features/payouts/admin/CommissionsView.tsx';
import { DueView } from '#web/features/payouts/admin/DueView.tsx';
import { PayoutTotal } from '#web/features/payouts/admin/PayoutTotal.tsx';
import { PaidView } from '#web/features/payouts/admin/paying/PaidView.tsx';
import { RunsView } from '#web/features/payouts/admin/runs/RunsView.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const allViews = [
  { id: 'due', label: 'To pay', View: DueView },
  { id: 'runs', label: 'Runs', View: RunsView },
  { id: 'commissions', label: 'Commissions', View: CommissionsView },
  { id: 'chests', label: 'Treasure chests', View: ChestsView },
  { id: 'paid', label: 'Payments', View: PaidView },
] as const;

export function PayoutsTab() {
  const [search, setSearch] = useSearchParams();
  // Hides payout runs from ordinary administrators because only super administrators can see them.
  const isSuperAdmin = useIsSuperAdmin();
  const views = allViews.filter(({ id }) => isSuperAdmin || id !== 'runs');
  const active = views.find(({ id }) => id === search.get('view')) ?? allViews[0];
  return (
    // The search, filters and page in the URL belong to one view, so switching views drops them.
    <Tabs tabs={views} active={active.id} onChange={(view) => setSearch({ tab: 'payouts', view })} label="Payouts">
      <PayoutTotal onStarted={(id) => setSearch({ tab: 'payouts', view: 'runs', run: String(id) })} />
      <TabPanel key={active.id} id={active.id}>
        <active.View />
      </TabPanel>
    </Tabs>
  );
}
