import '#web/features/scans/finds/finds.css';
import '#web/features/scans/finds/card-activity.css';
import { Link } from 'wouter';
import { finderHiddenSeconds, secondsPerHour } from '#schema/rules.ts';
import type { CardActivity } from '#schema/scans/find.ts';
import { PushOffer } from '#web/features/notifications/PushOffer.tsx';
import { CardLogs } from '#web/features/scans/finds/CardLogs.tsx';
import { useCardActivity } from '#web/features/scans/finds/finds-api.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Shows what happened at the owner's card lately: this week's finds and the finders' notes. */
export function CardNews({ cardId }: { cardId: string }) {
  return (
    <section className="sheet stack" aria-labelledby="news-title">
      <h2 id="news-title">What’s new</h2>
      <Loaded query={useCardActivity(cardId)} subject="What’s new" blocks={['4rem', '8rem']}>
        {({ weeks, lastFind, logs }) => (
          <>
            <dl className="card-facts">
              <div>
                <dt>Finds this week</dt>
                <dd className="fact-figure">{number(weeks.at(-1)?.finds ?? 0)}</dd>
              </div>
              <div>
                <dt>Last find</dt>
                <dd>{formatLastFind(lastFind)}</dd>
              </div>
            </dl>
            <h3>Notes from finders</h3>
            <CardLogs cardId={cardId} logs={logs} />
            <PushOffer topic="card_found" question="Want to know when someone finds this card?" />
            <p className="muted small">
              Prefer email? Choose how often we send a digest in <Link href={paths.account('preferences')}>your preferences</Link>.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

function formatLastFind(lastFind: CardActivity['lastFind']): string {
  if (!lastFind) return 'None yet';
  return lastFind.day ? calendarDay(lastFind.day) : `In the last ${finderHiddenSeconds / secondsPerHour} hours`;
}
