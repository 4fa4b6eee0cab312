import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { medals } from '#schema/progress/medals.ts';
import type { MedalProgress, Progress as ProgressData } from '#schema/progress/progress.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { describeMedalProgress, medalLabels, nextMedals } from '#web/features/progress/medals/medal-labels.ts';
import { useNewMedals } from '#web/features/progress/medals/new-medals.ts';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { WeeklyTrail } from '#web/features/progress/WeeklyTrail.tsx';
import { paths } from '#web/lib/paths.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const shownNextMedals = 2;

/** Shows the weekly trail and the medals that the member is closest to. */
export function ProgressCard() {
  const query = useProgress();
  const { user } = useUser();
  useNewMedals(user?.id, query.data?.medals);
  return (
    <section className="sheet stack gap-3 progress-card" aria-labelledby="weekly-trail">
      <div className="spread">
        <h2 id="weekly-trail">{t`Weekly trail`}</h2>
        <Link href={paths.medals} className="standalone-link">{t`All goals`}</Link>
      </div>
      <Loaded query={query} subject={t`Your weekly trail`} blocks={['var(--progress-height)']}>
        {({ trail, medals: all }: ProgressData) => (
          <>
            <WeeklyTrail trail={trail} />
            <ul className="plain-list next-medals" aria-label={t`Next medals`}>
              {nextMedals(all, user?.role !== 'free', shownNextMedals).map((medal) => (
                <NextMedal key={medal.id} medal={medal} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}

function NextMedal({ medal }: { medal: MedalProgress }) {
  const { name } = medalLabels()[medal.id];
  return (
    <li className="next-medal">
      <Medal id={medal.id} isEarned={false} />
      <div>
        <strong>{name}</strong>
        <Progress value={medal.count} max={medals[medal.id].goal} label={name} />
        <span className="muted">{describeMedalProgress(medal)}</span>
      </div>
    </li>
  );
}
