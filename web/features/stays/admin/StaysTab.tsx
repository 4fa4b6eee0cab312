import { type AdminStay, AdminStays } from '#schema/stays/admin-stays.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { stageLabels } from '#web/features/certificates/admin/labels.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { staysPath } from '#web/features/stays/admin/admin-stays-api.ts';
import { StayDialog } from '#web/features/stays/admin/StayDialog.tsx';
import { describeDays, toDoLabels } from '#web/features/stays/admin/stay-words.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { formatDollars } from '#web/lib/format.ts';
import { useIdParameter } from '#web/lib/react/use-query-parameter.ts';
import { Badge, type StateLabel } from '#web/ui/Badge.tsx';
import type { Column } from '#web/ui/data-table/data-table.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';
import { toOptions } from '#web/ui/data-table/toolbar/filter-options.ts';
import { EmailText } from '#web/ui/EmailText.tsx';

const badge = ({ tone, label }: StateLabel) => <Badge tone={tone}>{label}</Badge>;

const columns: readonly Column<AdminStay>[] = [
  { id: 'number', header: 'Certificate', isName: true, cell: ({ number }) => <span className="code">{number}</span> },
  { id: 'toDo', header: 'To do', cell: ({ toDo }) => toDo && badge(toDoLabels[toDo]) },
  {
    id: 'deadline',
    header: 'Due by',
    sort: 'deadline',
    orders: ['Due soonest', 'Due last'],
    cell: ({ dueBy }) => (dueBy ? calendarDay(dueBy) : ''),
  },
  { id: 'stage', header: 'Progress', cell: ({ stage }) => badge(stageLabels[stage]) },
  { id: 'member', header: 'Member', cell: ({ user }) => user.name ?? <EmailText email={user.email} /> },
  { id: 'stay', header: 'Stay', cell: ({ type }) => findOption(type).name, isForWideScreens: true },
  { id: 'place', header: 'Place', cell: ({ place }) => place ?? '' },
  {
    id: 'days',
    header: 'Days',
    isForWideScreens: true,
    cell: ({ arrival, departure }) => (arrival && departure ? describeDays({ arrival, departure }) : ''),
  },
  {
    id: 'cost',
    header: 'Our cost',
    align: 'end',
    isForWideScreens: true,
    cell: ({ costCents }) => (costCents === null ? '' : formatDollars(costCents / 100)),
  },
  { id: 'error', header: 'Provider error', isOptional: true, cell: ({ providerError }) => providerError ?? '' },
];

const filters: readonly Filter[] = [
  { name: 'to_do', label: 'To do', options: toOptions(toDoLabels) },
  { name: 'stage', label: 'Progress', options: toOptions(stageLabels) },
];

/** The URL parameter `?stay=17` opens the stay of certificate 17. */
export function StaysTab() {
  const [openId, setOpenId] = useIdParameter('stay');
  return (
    <>
      <AdminList
        name="stays"
        label="Stays"
        path={staysPath}
        schema={AdminStays}
        columns={columns}
        rowLabel={({ number }) => number}
        searchLabel="Search number or email"
        filters={filters}
        defaultSort="deadline"
        daySorts={null}
        onOpen={({ id }) => setOpenId(id)}
        openKey={openId}
        rowActions={[{ label: 'Open', onChoose: ({ id }) => setOpenId(id) }]}
        emptyTitle="No stays yet"
        emptyHint="Stays appear here when members activate their certificates."
      />
      {openId !== null && <StayDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
