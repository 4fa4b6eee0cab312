import { plural, t } from '@lingui/core/macro';
import type { CardActivity } from '#schema/scans/find.ts';
import { dateFormat, number } from '#web/lib/format.ts';

const dayFormat = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayLabel = (startsOn: string) => dayFormat().format(new Date(`${startsOn}T00:00:00Z`));

/** Draws a bar chart of the finds per week, with a table for screen readers. */
export function WeekChart({ weeks }: Pick<CardActivity, 'weeks'>) {
  // The scale's maximum is at least 4 so that a single find does not fill the chart.
  const maxFinds = Math.max(4, ...weeks.map(({ finds }) => finds));
  const totalFinds = weeks.reduce((sum, { finds }) => sum + finds, 0);
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  if (!first || !last) return null;
  return (
    <figure className="week-chart">
      <figcaption>{t`${plural(totalFinds, { one: '# find', other: '# finds' })} in ${weeks.length} weeks`}</figcaption>
      <div className="week-bars" aria-hidden="true">
        {weeks.map(({ startsOn, finds }) => (
          <div
            key={startsOn}
            className="week-bar"
            title={t`Week of ${dayLabel(startsOn)}: ${plural(finds, { one: '# find', other: '# finds' })}`}
          >
            <span className="week-count">{finds > 0 && number(finds)}</span>
            <span className={finds > 0 ? 'week-fill' : 'week-fill week-none'} style={{ height: `${(finds / maxFinds) * 4}rem` }} />
          </div>
        ))}
      </div>
      <p className="spread muted small week-ends" aria-hidden="true">
        <span>{dayLabel(first.startsOn)}</span>
        <span>{t`this week`}</span>
      </p>
      <div className="visually-hidden">
        <table>
          <caption>{t`Finds by week`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Week of (UTC)`}</th>
              <th scope="col">{t`Finds`}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ startsOn, finds }) => (
              <tr key={startsOn}>
                <th scope="row">{dayLabel(startsOn)}</th>
                <td>{number(finds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
