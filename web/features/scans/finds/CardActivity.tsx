import '#web/features/scans/finds/card-activity.css';
import { useCardActivity } from '#web/features/scans/finds/finds-api.ts';
import { WeekChart } from '#web/features/scans/finds/WeekChart.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function CardActivity({ cardId }: { cardId: string }) {
  return (
    <section className="sheet stack" aria-labelledby="activity-title">
      <h2 id="activity-title">Activity</h2>
      <Loaded query={useCardActivity(cardId)} subject="This card’s activity" blocks={['8rem']}>
        {({ weeks }) => <WeekChart weeks={weeks} />}
      </Loaded>
    </section>
  );
}
