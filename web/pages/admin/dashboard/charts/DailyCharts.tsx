import { useMemo, useState } from 'react';
import { ChartDays } from '#schema/admin/charts.ts';
import { defaultChartDays } from '#schema/rules.ts';
import { ExportButton } from '#web/features/admin/lists/ExportButton.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { errorText } from '#web/lib/api-error.ts';
import { now } from '#web/lib/react/now.ts';
import { ChartTable } from '#web/pages/admin/dashboard/charts/ChartTable.tsx';
import { DayChart } from '#web/pages/admin/dashboard/charts/DayChart.tsx';
import { chartConfigs } from '#web/pages/admin/dashboard/charts/figures.ts';
import { RangePicker } from '#web/pages/admin/dashboard/charts/RangePicker.tsx';
import { getLastDays, groupIntoPeriods, type Span } from '#web/pages/admin/dashboard/charts/spans.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export function DailyCharts() {
  const [span, setSpan] = useState<Span>(() => getLastDays(defaultChartDays, new Date(now())));
  const [isTable, setTable] = useState(false);
  const [markedIndex, setMarkedIndex] = useState<number | null>(null);
  const query = `from=${span.from}&to=${span.to}`;
  const days = useQuery(`/api/admin/charts?${query}`, ChartDays, { revalidatesOnMount: true, keepsPreviousData: true });
  const periods = useMemo(() => groupIntoPeriods(days.data ?? []), [days.data]);

  return (
    <>
      <div className="spread">
        <RangePicker
          span={span}
          onChange={(nextSpan) => {
            setMarkedIndex(null);
            setSpan(nextSpan);
          }}
        />
        <div className="cluster">
          <button type="button" className="secondary" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            Show as table
          </button>
          <ExportButton path={`/api/admin/charts/export.csv?${query}`} />
        </div>
      </div>
      {days.error !== undefined && (
        <ErrorState
          title="Couldn’t load the charts"
          message={errorText(days.error, 'Please try again in a moment.')}
          onRetry={() => void days.mutate()}
        />
      )}
      {days.error === undefined && days.data === undefined && (
        <div className="stack chart-grid" aria-busy="true">
          {chartConfigs.map(({ id }) => (
            <Skeleton key={id} height="15.25rem" />
          ))}
        </div>
      )}
      {days.data && days.error === undefined && isTable && <ChartTable periods={periods} />}
      {days.data && days.error === undefined && !isTable && (
        <div className="stack chart-grid">
          {chartConfigs.map((config) => (
            <DayChart key={config.id} config={config} periods={periods} markedIndex={markedIndex} onMark={setMarkedIndex} />
          ))}
        </div>
      )}
      <p className="muted small">
        Days are in UTC, and today is incomplete. Revenue is after refunds made that day. Redeemed tokens exclude certificates canceled
        later.
        {days.data && periods.length < days.data.length && ' Each bar is a week.'}
      </p>
    </>
  );
}
