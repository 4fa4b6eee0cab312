import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type ListedFigure, type NumberRow, NumberRowList } from '#schema/admin/number-rows.ts';
import { figureUnits, type NumberPeriod, numbersPath } from '#schema/admin/numbers.ts';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { certificateIdUrl, orderUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { dateFormat } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { definitions, formatValue } from '#web/pages/admin/dashboard/numbers/figures.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { timeOrders } from '#web/ui/data-table/sort-orders.ts';
import type { Filter } from '#web/ui/data-table/table-view.ts';

const dayFormat = dateFormat({ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const timeHeaders: Partial<Record<ListedFigure, string>> = {
  active7: 'Joined',
  active28: 'Joined',
  newMembers: 'Joined',
  conversion: 'Joined',
  payingBasic: 'Paying since',
  payingPremium: 'Paying since',
  retention: 'Paying since',
  churn: 'Stopped paying',
  stays: 'Departure',
  tokenLiability: 'Departure',
};
const notes: Partial<Record<ListedFigure, string>> = {
  retention: 'The members who paid a year before the end of the period, with their membership then.',
  tokenLiability: 'The stays of the last year, whose cost determines our cost per token.',
};
const paidFilter: Filter = { name: 'paid', label: 'Paid within 30 days', options: { yes: 'Yes', no: 'No' } };

function columnsOf(figure: ListedFigure): Column<NumberRow>[] {
  const unit = figureUnits[figure];
  const about: Column<NumberRow> = { id: 'about', header: 'About', cell: (row) => linkTo(row) };
  const hasAmount = unit === 'money' || figure === 'tokensIssued' || figure === 'tokensRedeemed';
  const amount: Column<NumberRow> = {
    id: 'amount',
    header: unit === 'money' ? 'Amount' : 'Tokens',
    align: 'end',
    cell: (row) => formatValue(row.amount, unit),
  };
  return [
    {
      id: 'member',
      header: 'Member',
      isName: true,
      cell: ({ member }) => (member ? <MemberLink member={member} /> : 'None'),
    },
    {
      id: 'time',
      header: timeHeaders[figure] ?? 'Day (UTC)',
      sort: 'created',
      sortsDescending: true,
      orders: timeOrders,
      cell: ({ at }) => dayFormat().format(Date.parse(at)),
    },
    ...(timeHeaders[figure] === 'Joined' && figure !== 'conversion' ? [] : [about]),
    ...(hasAmount ? [amount] : []),
  ];
}

function linkTo({ about, orderId, certificateId }: NumberRow): ReactNode {
  if (orderId !== null) return <Link href={orderUrl(orderId)}>{about || `Order ${orderId}`}</Link>;
  return certificateId === null ? about : <Link href={certificateIdUrl(certificateId)}>{about}</Link>;
}

/** Lists the rows that a figure counts. The link to it sets the range of days. */
export function FigureRows({ figure, period }: { figure: ListedFigure; period: NumberPeriod }) {
  const { label, definition } = definitions[figure];
  return (
    <div className="stack">
      <p>
        <Link href={`${paths.adminDashboard('numbers')}&period=${period}`}>All numbers</Link>
      </p>
      <h2>{label}</h2>
      <p className="muted">{notes[figure] ?? definition}</p>
      <AdminList
        name={`numbers-${figure}`}
        label={label}
        path={`${numbersPath}/rows/${figure}`}
        schema={NumberRowList}
        columns={columnsOf(figure)}
        rowLabel={({ member, about }) => about || (member?.email ?? 'row')}
        searchLabel="Search member"
        pluralName="rows"
        filters={figure === 'conversion' ? [paidFilter] : []}
        emptyTitle="No rows in this period"
      />
    </div>
  );
}
