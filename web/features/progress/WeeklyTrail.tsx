import '#web/features/progress/progress.css';
import type { WeeklyTrail as Trail } from '#schema/progress/progress.ts';
import { weeksLabel } from '#web/features/progress/trail-labels.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';

const stateLabels: Record<Trail['recent'][number]['state'], string> = {
  find: 'found a card',
  rest: 'rest week',
  missed: 'no find',
  open: 'this week, no find yet',
  before: 'before you joined',
};

/** Shows the length of the weekly trail, what to do next, and the last weeks as a row of marks. */
export function WeeklyTrail({ trail }: { trail: Trail }) {
  const { weeks, restWeeks, longest, recent } = trail;
  const isDone = recent.at(-1)?.state === 'find';
  return (
    <div className="weekly-trail">
      <p className="weekly-trail-count">
        <strong>{weeksLabel(weeks)}</strong>
        {restWeeks > 0 && (
          <span className="weekly-trail-rest">
            {restWeeks} rest {restWeeks === 1 ? 'week' : 'weeks'} saved
          </span>
        )}
        {weeks < longest && <span className="weekly-trail-rest">Best: {weeksLabel(longest)}</span>}
      </p>
      <ol className="plain-list weekly-trail-weeks" aria-label="Recent weeks">
        {recent.map(({ monday, state }) => (
          <li key={monday} className={`trail-week trail-week-${state}`}>
            <span className="visually-hidden">
              Week of {calendarDay(monday)}: {stateLabels[state]}
            </span>
          </li>
        ))}
      </ol>
      <p className="muted">{describeNextStep(weeks, isDone)}</p>
    </div>
  );
}

function describeNextStep(weeks: number, isDone: boolean): string {
  if (isDone) return 'You’re set for this week. The next one starts Monday.';
  return weeks === 0 ? 'Find a card this week to start a trail.' : `Find a card by Sunday to make it ${weeksLabel(weeks + 1)}.`;
}
