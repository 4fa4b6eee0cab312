import { useSearchParams } from 'wouter';
import { type PayoutRun, PayoutRunList } from '#schema/payouts/admin-payout-runs.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { RunPage } from '#web/features/payouts/admin/runs/RunPage.tsx';
import { runStatusLabels, scopeLabels } from '#web/features/payouts/admin/runs/run-labels.ts';
import { runsPath } from '#web/features/payouts/admin/runs/runs-api.ts';
import { date, formatDollars, number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';

const columns: readonly Column<PayoutRun>[] = [
  { id: 'run', header: 'Run', cell: ({ id }) => `Run ${id}`, isName: true },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={runStatusLabels[status].tone}>{runStatusLabels[status].label}</Badge>,
  },
  { id: 'total', header: 'Total', cell: ({ totalCents }) => formatDollars(totalCents / 100), align: 'end' },
  { id: 'lines', header: 'Members', cell: ({ lines }) => number(lines), align: 'end' },
  {
    id: 'scope',
    header: 'Scope',
    cell: ({ scope, until }) => (until === null ? scopeLabels[scope] : `${scopeLabels[scope]}, up to ${date(until)}`),
  },
  { id: 'created', header: 'Started', cell: ({ createdAt }) => date(createdAt), sort: 'created', sortsDescending: true },
  { id: 'by', header: 'By', cell: ({ createdBy }) => createdBy ?? '', isOptional: true },
];

export function RunsView() {
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get('run') ?? 0);
  if (id > 0) return <RunPage key={id} id={id} onLeave={() => setSearch({ tab: 'payouts', view: 'runs' })} />;
  const open = (run: PayoutRun) => setSearch({ tab: 'payouts', view: 'runs', run: String(run.id) });
  return (
    <AdminList
      name="runs"
      pluralName="payout runs"
      label="Payout runs"
      path={runsPath}
      schema={PayoutRunList}
      columns={columns}
      rowLabel={({ id }) => `payout run ${id}`}
      searchLabel="Search runs"
      onOpen={open}
      rowActions={[{ label: 'Open', onChoose: open }]}
      emptyTitle="No payout runs yet"
      emptyHint="Start a payout run above to pay many members at once."
    />
  );
}
