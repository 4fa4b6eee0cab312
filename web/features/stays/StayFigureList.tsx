import { t } from '@lingui/core/macro';
import { StayFigures } from '#schema/stays/figures.ts';
import { StayFigureRows } from '#web/features/stays/StayFigureRows.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

export function StayFigureList() {
  const { data, error, mutate } = useQuery('/api/stays/figures', StayFigures);
  if (error !== undefined && !data) {
    return (
      <ErrorState
        title={t`The figures could not be loaded`}
        message={t`Check your connection and try again.`}
        onRetry={() => void mutate()}
      />
    );
  }
  return <StayFigureRows data={data} day={data?.day ? calendarDay(data.day) : undefined} />;
}
