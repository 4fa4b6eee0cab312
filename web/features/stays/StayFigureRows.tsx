import { plural, t } from '@lingui/core/macro';
import '#web/features/stays/stays.css';
import { minCountedPeople, secondsPerDay } from '#schema/rules.ts';
import type { StayFigures } from '#schema/stays/figures.ts';
import { number } from '#web/lib/format.ts';

const rows = () =>
  [
    { key: 'issued', label: t`Issued`, meaning: t`Certificates that members redeemed their tokens for.` },
    { key: 'booked', label: t`Booked`, meaning: t`Stays with a hotel and dates, including past stays.` },
    { key: 'stayed', label: t`Stayed`, meaning: t`Trips that took place.` },
    {
      key: 'returned',
      label: t({ message: 'Returned', context: 'certificates' }),
      meaning: t`Certificates that members returned. They got every token back.`,
    },
    { key: 'refused', label: t`Refused`, meaning: t`Certificates we refused after a review.` },
  ] as const;

/** `data` is undefined while the figures load. `day` is the formatted day on which they were counted. */
export function StayFigureRows({ data, day }: { data?: StayFigures | undefined; day?: string | undefined }) {
  const show = (value: number | null, format = number) =>
    value === null ? <small>{t`Fewer than ${minCountedPeople} people`}</small> : format(value);
  return (
    <>
      <dl className="stay-figures" aria-busy={!data}>
        {rows().map(({ key, label, meaning }) => (
          <div key={key} className="sheet">
            <dt>{label}</dt>
            <dd className="stay-figure">{data ? show(data[key]) : '…'}</dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
        <div className="sheet">
          <dt>{t`Time to offer`}</dt>
          <dd className="stay-figure">{data ? show(data.medianOfferSeconds, formatDays) : '…'}</dd>
          <dd className="muted">{t`Median time from a member’s request to our offer.`}</dd>
        </div>
      </dl>
      <p className="muted stay-figures-day">
        {day ? `${t`As of ${day}.`} ` : ''}
        {t`We don’t show figures about fewer than ${minCountedPeople} people.`}
      </p>
    </>
  );
}

function formatDays(seconds: number): string {
  return seconds < secondsPerDay ? t`Under a day` : formatDayCount(Math.round(seconds / secondsPerDay));
}

function formatDayCount(count: number): string {
  const formatted = number(count);
  return t`${plural(count, { one: `${formatted} day`, other: `${formatted} days` })}`;
}
