import '#web/features/scans/finds/finds.css';
import '#web/features/scans/finds/card-activity.css';
import { Link } from 'wouter';
import { finderHiddenSeconds, secondsPerHour } from '#schema/rules.ts';
import type { CardActivity as Activity } from '#schema/scans/find.ts';
import { PushOffer } from '#web/features/notifications/PushOffer.tsx';
import { CardLogs } from '#web/features/scans/finds/CardLogs.tsx';
import { useCardActivity } from '#web/features/scans/finds/finds-api.ts';
import { WeekChart } from '#web/features/scans/finds/WeekChart.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface CardActivityProps {
  cardId: string;
  openReports: number;
}

export function CardActivity({ cardId, openReports }: CardActivityProps) {
  return (
    <section className="sheet stack" aria-labelledby="activity-title">
      <h2 id="activity-title">Activity</h2>
      <Loaded query={useCardActivity(cardId)} subject="The activity" blocks={['8rem', '4rem']}>
        {(activity) => <ActivityDetails cardId={cardId} activity={activity} openReports={openReports} />}
      </Loaded>
    </section>
  );
}

function ActivityDetails({ cardId, activity: { weeks, lastFind, logs }, openReports }: CardActivityProps & { activity: Activity }) {
  return (
    <>
      <WeekChart weeks={weeks} />
      <dl className="card-facts">
        <div>
          <dt>Last find</dt>
          <dd>{formatLastFind(lastFind)}</dd>
        </div>
        <div>
          <dt>Open reports</dt>
          <dd>{openReports === 0 ? 'None' : `${plural(openReports, 'member')} couldn’t find it`}</dd>
        </div>
      </dl>
      <h3>Notes from finders</h3>
      <CardLogs cardId={cardId} logs={logs} />
      <PushOffer topic="card_found" question="Want to know when someone finds this card?" />
      <p className="muted small">
        Prefer email? Choose a daily or weekly digest in <Link href={paths.account('preferences')}>your preferences</Link>.
      </p>
    </>
  );
}

function formatLastFind(lastFind: Activity['lastFind']): string {
  if (!lastFind) return 'None yet';
  return lastFind.day ? calendarDay(lastFind.day) : `In the last ${finderHiddenSeconds / secondsPerHour} hours`;
}
