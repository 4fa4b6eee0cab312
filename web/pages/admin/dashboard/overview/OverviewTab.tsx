import '#web/pages/admin/dashboard/charts/charts.css';
import '#web/pages/admin/dashboard/overview/overview.css';
import { Overview, overviewPath, type Waiting } from '#schema/admin/overview.ts';
import { Totals, totalsPath } from '#schema/admin/totals.ts';
import { useLiveQuery } from '#web/features/admin/live-query.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { HeldRows } from '#web/features/payouts/admin/decisions/HeldRows.tsx';
import { WaitingRuns } from '#web/features/payouts/admin/runs/WaitingRuns.tsx';
import { TokensPanel } from '#web/features/tokens/admin/TokensPanel.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { formatDollars, number, plural } from '#web/lib/format.ts';
import { DailyCharts } from '#web/pages/admin/dashboard/charts/DailyCharts.tsx';
import { MoneyMonths } from '#web/pages/admin/dashboard/charts/MoneyMonths.tsx';
import { NeedsAttention } from '#web/pages/admin/dashboard/overview/NeedsAttention.tsx';
import { StatTile } from '#web/ui/StatTile.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function OverviewTab() {
  // The dashboard keeps the totals up to date.
  const { data: totals } = useQuery(totalsPath, Totals);
  const overview = useLiveQuery(overviewPath, Overview);
  // Shows payout runs and held amounts to super administrators only, because only they can make decisions about money.
  const isSuperAdmin = useIsSuperAdmin();
  return (
    <div className="stack overview">
      <Loaded query={overview} subject="The overview" blocks={['12rem', '9rem', '20rem']}>
        {(data) => (
          <>
            <section className="stack gap-3" aria-labelledby="needs-title">
              <h2 id="needs-title">Needs attention</h2>
              {isSuperAdmin && <WaitingRuns count={totals?.attention.runs ?? 0} />}
              {totals && <NeedsAttention attention={totals.attention} overview={data} />}
              {isSuperAdmin && data.heldCommissions.count > 0 && <HeldRows kind="commissions" held={data.heldCommissions} />}
              {isSuperAdmin && data.heldChests.count > 0 && <HeldRows kind="chests" held={data.heldChests} />}
            </section>
            <BusinessTiles overview={data} />
          </>
        )}
      </Loaded>
      {/* The height of what needs attention is unknown, so the rest appears below it instead of moving. */}
      {(overview.data ?? overview.error) !== undefined && (
        <>
          <section className="stack gap-3" aria-labelledby="days-title">
            <h2 id="days-title">At a glance</h2>
            <DailyCharts />
          </section>
          <MoneyMonths />
          <TokensPanel />
        </>
      )}
    </div>
  );
}

const dollars = (cents: number) => formatDollars(cents / 100);
/** Formats an amount: `$40.00`, `more than $1,200.00`. */
const formatAmount = ({ cents, isMinimum }: Waiting) => `${isMinimum ? 'more than ' : ''}${dollars(cents)}`;

function BusinessTiles({ overview }: { overview: Overview }) {
  const { paying, recurringCents, tokens, owed, overdue, heldCommissions, heldChests } = overview;
  const heldTotal = {
    cents: heldCommissions.cents + heldChests.cents,
    isMinimum: heldCommissions.isMinimum || heldChests.isMinimum,
    count: 0,
  };
  const details = [
    overdue.cents > 0 && `${formatAmount(overdue)} overdue`,
    heldTotal.cents > 0 && `plus ${formatAmount(heldTotal)} on hold`,
  ].filter(Boolean);
  return (
    <section className="stack gap-3" aria-labelledby="business-title">
      <h2 id="business-title">Business</h2>
      <div className="overview-tiles">
        <StatTile label="Paying members" value={number(paying.basic + paying.premium)}>
          {number(paying.basic)} Basic, {number(paying.premium)} Premium
        </StatTile>
        <StatTile label="Annual recurring revenue" value={dollars(recurringCents)}>
          From memberships set to renew
        </StatTile>
        <StatTile label="Tokens outstanding" value={number(tokens)}>
          Held by members
        </StatTile>
        <StatTile label="Owed to members" value={dollars(owed.cents)}>
          {[`To ${plural(owed.members, 'member')}`, ...details].join('; ')}
        </StatTile>
      </div>
    </section>
  );
}
