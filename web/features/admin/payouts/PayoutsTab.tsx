import { useSearchParams } from 'wouter';
import '#web/features/admin/payouts/payouts.css';
import { ChestsView } from '#web/features/admin/payouts/ChestsView.tsx';
import { CommissionsView } from '#web/features/admin/payouts/CommissionsView.tsx';
import { DueView } from '#web/features/admin/payouts/DueView.tsx';
import { PaidView } from '#web/features/admin/payouts/PaidView.tsx';
import { WaitingNote } from '#web/features/admin/payouts/WaitingNote.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const views = [
  { id: 'due', label: 'To pay', View: DueView },
  { id: 'commissions', label: 'Commissions', View: CommissionsView },
  { id: 'chests', label: 'Treasure chests', View: ChestsView },
  { id: 'paid', label: 'Payments', View: PaidView },
] as const;

/** What is owed to members and what was paid: whom to pay, each commission and chest, and each payment. */
export function PayoutsTab() {
  const [search, setSearch] = useSearchParams();
  const active = views.find(({ id }) => id === search.get('view')) ?? views[0];
  return (
    <div className="stack payouts">
      <WaitingNote />
      {/* Each view has its own search, filter and page in the address: the next one begins without them. */}
      <Tabs tabs={views} active={active.id} onChange={(view) => setSearch({ tab: 'payouts', view })} label="Payouts">
        <TabPanel key={active.id} id={active.id}>
          <active.View />
        </TabPanel>
      </Tabs>
    </div>
  );
}
