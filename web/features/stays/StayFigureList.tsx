import '#web/features/stays/stays.css';
import { minCountedPeople, secondsPerDay } from '#schema/rules.ts';
import { StayFigures } from '#schema/stays/figures.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { number, plural } from '#web/lib/format.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

const rows = [
  { key: 'issued', label: 'Issued', meaning: 'Certificates that members redeemed their tokens for.' },
  { key: 'booked', label: 'Booked', meaning: 'Stays with a hotel and dates, including past stays.' },
  { key: 'stayed', label: 'Stayed', meaning: 'Trips that took place.' },
  { key: 'returned', label: 'Returned', meaning: 'Certificates that members returned. They got every token back.' },
  { key: 'refused', label: 'Refused', meaning: 'Certificates we refused after a review.' },
] as const;

export function StayFigureList() {
  const { data, error, mutate } = useQuery('/api/stays/figures', StayFigures);
  if (error !== undefined && !data) {
    return (
      <ErrorState title="The figures could not be loaded" message="Check your connection and try again." onRetry={() => void mutate()} />
    );
  }
  const show = (value: number | null, format = number) =>
    value === null ? <small>Fewer than {minCountedPeople} people</small> : format(value);
  return (
    <>
      <dl className="stay-figures" aria-busy={!data}>
        {rows.map(({ key, label, meaning }) => (
          <div key={key} className="sheet">
            <dt>{label}</dt>
            <dd className="stay-figure">{data ? show(data[key]) : '…'}</dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
        <div className="sheet">
          <dt>Time to offer</dt>
          <dd className="stay-figure">{data ? show(data.medianOfferSeconds, formatDays) : '…'}</dd>
          <dd className="muted">Median time from a member’s request to our offer.</dd>
        </div>
      </dl>
      <p className="muted stay-figures-day">
        {data?.day ? `As of ${calendarDay(data.day)}. ` : ''}We don’t show figures about fewer than {minCountedPeople} people.
      </p>
    </>
  );
}

function formatDays(seconds: number): string {
  return seconds < secondsPerDay ? 'Under a day' : plural(Math.round(seconds / secondsPerDay), 'day');
}
