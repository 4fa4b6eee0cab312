import { t } from '@lingui/core/macro';
import '#web/features/scans/finds/finds.css';
import '#web/features/scans/finds/card-activity.css';
import { CardLogs } from '#web/features/scans/finds/CardLogs.tsx';
import { useCardActivity } from '#web/features/scans/finds/finds-api.ts';
import { WeekChart } from '#web/features/scans/finds/WeekChart.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Shows the finds per week at the owner's card, and the finders' notes. */
export function CardActivity({ cardId }: { cardId: string }) {
  return (
    <Loaded query={useCardActivity(cardId)} subject={t`This card’s activity`} heading="h3" blocks={['7rem', '4rem']}>
      {({ weeks, logs }) => (
        <>
          <WeekChart weeks={weeks} />
          <h3>{t`Notes from finders`}</h3>
          <CardLogs cardId={cardId} logs={logs} />
        </>
      )}
    </Loaded>
  );
}
