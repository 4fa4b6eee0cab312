import '#web/pages/admin/dashboard/charts/charts.css';
import '#web/pages/admin/dashboard/overview/overview.css';
import { Overview, overviewPath } from '#schema/admin/overview.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { HeldRows } from '#web/features/payouts/admin/decisions/HeldRows.tsx';
import { WaitingRuns } from '#web/features/payouts/admin/runs/WaitingRuns.tsx';
import { TokensPanel } from '#web/features/tokens/admin/TokensPanel.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { DailyCharts } from '#web/pages/admin/dashboard/charts/DailyCharts.tsx';
import { BusinessTiles } from '#web/pages/admin/dashboard/overview/BusinessTiles.tsx';
import { NeedsAttention } from '#web/pages/admin/dashboard/overview/NeedsAttention.tsx';
import { useTotals } from '#web/pages/admin/dashboard/totals.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function OverviewTab() {
  const { data: totals } = useTotals();
  const overview = useQuery(overviewPath, Overview, { revalidatesOnMount: true, keepsPreviousData: true });
  // Only super administrators can make decisions about money.
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <div className="stack overview">
      <Loaded query={overview} subject="The overview" lines={6}>
        {(data) => (
          <>
            <section className="stack gap-3" aria-labelledby="needs-title">
              <h2 id="needs-title">Needs attention</h2>
              {isSuperAdmin && <WaitingRuns />}
              {totals && <NeedsAttention attention={totals.attention} overview={data} />}
              {isSuperAdmin && data.heldCommissions.count > 0 && <HeldRows kind="commissions" />}
              {isSuperAdmin && data.heldChests.count > 0 && <HeldRows kind="chests" />}
            </section>
            <BusinessTiles overview={data} />
          </>
        )}
      </Loaded>
      <section className="stack gap-3" aria-labelledby="days-title">
        <h2 id="days-title">At a glance</h2>
        <DailyCharts />
      </section>
      <TokensPanel />
    </div>
  );
}
