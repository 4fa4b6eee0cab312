import '#web/features/scans/finds/finds.css';
import '#web/features/scans/finds/card-activity.css';
import { Link } from 'wouter';
import type { CardActivity as Activity } from '#schema/scans/find.ts';
import { CardLogs } from '#web/features/scans/finds/CardLogs.tsx';
import { useCardActivity } from '#web/features/scans/finds/finds-api.ts';
import { WeekChart } from '#web/features/scans/finds/WeekChart.tsx';
import { dateTime, plural } from '#web/lib/format.ts';
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

function ActivityDetails({ cardId, activity: { weeks, lastFindAt, logs }, openReports }: CardActivityProps & { activity: Activity }) {
  return (
    <>
      <WeekChart weeks={weeks} />
      <dl className="card-facts">
        <div>
          <dt>Last find</dt>
          <dd>{lastFindAt ? dateTime(lastFindAt) : 'None yet'}</dd>
        </div>
        <div>
          <dt>Open reports</dt>
          <dd>{openReports === 0 ? 'None' : `${plural(openReports, 'member')} couldn’t find it`}</dd>
        </div>
      </dl>
      <h3>Notes from finders</h3>
      <CardLogs cardId={cardId} logs={logs} />
      <p className="muted small">
        Prefer email? Choose a daily or weekly digest in <Link href={paths.account('preferences')}>your preferences</Link>.
      </p>
    </>
  );
}
