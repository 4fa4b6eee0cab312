import { plural, t } from '@lingui/core/macro';
import '#web/features/progress/progress.css';
import type { WeeklyTrail as Trail } from '#schema/progress/progress.ts';
import { describeTrailGoal, isTrailAtStake, weeksLabel } from '#web/features/progress/trail-labels.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';

const stateLabels = (): Record<Exclude<Trail['recent'][number]['state'], 'before'>, string> => ({
  find: t`found a card`,
  rest: t`rest week`,
  missed: t`no find`,
  open: t`this week, no find yet`,
});

/** Shows the length of the weekly trail, what to do next, and the last weeks as a row of marks. */
export function WeeklyTrail({ trail }: { trail: Trail }) {
  const { weeks, restWeeks, longest, recent } = trail;
  const shown = recent.flatMap(({ monday, state }) => (state === 'before' ? [] : [{ monday, state }]));
  return (
    <div className="weekly-trail">
      <p className="weekly-trail-count">
        <strong>{weeksLabel(weeks)}</strong>
        {restWeeks > 0 && (
          <span className="weekly-trail-rest">{plural(restWeeks, { one: '# rest week saved', other: '# rest weeks saved' })}</span>
        )}
        {weeks < longest && <span className="weekly-trail-rest">{t`Best: ${weeksLabel(longest)}`}</span>}
      </p>
      <ol className="plain-list weekly-trail-weeks" aria-label={t`Recent weeks`}>
        {shown.map(({ monday, state }) => (
          <li key={monday} className={`trail-week trail-week-${state}`}>
            <span className="visually-hidden">{t`Week of ${calendarDay(monday)}: ${stateLabels()[state]}`}</span>
          </li>
        ))}
        {/* A new member's trail starts on the left and leads to the weeks ahead. */}
        {Array.from({ length: recent.length - shown.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks ahead are all alike
          <li key={index} className="trail-week trail-week-ahead" aria-hidden="true" />
        ))}
      </ol>
      <p className="muted">{describeNextStep(trail)}</p>
    </div>
  );
}

function describeNextStep(trail: Trail): string {
  if (isTrailAtStake(trail)) return describeTrailGoal(trail);
  return trail.weeks === 0 ? t`Find a card this week to start a trail.` : t`You’re set for this week. The next one starts Monday.`;
}
