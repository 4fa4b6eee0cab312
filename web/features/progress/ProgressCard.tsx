import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { Progress as ProgressData } from '#schema/progress/progress.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { GoalPicture } from '#web/features/progress/goals/GoalPicture.tsx';
import { type Goal, nearestGoals } from '#web/features/progress/goals/next-goals.ts';
import { useNewMedals } from '#web/features/progress/medals/new-medals.ts';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { WeeklyTrail } from '#web/features/progress/WeeklyTrail.tsx';
import { paths } from '#web/lib/paths.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const shownGoals = 2;

/** Shows the weekly trail and the goals that the member is closest to. */
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
        {(progress: ProgressData) => (
          <>
            <WeeklyTrail trail={progress.trail} />
            <ul className="plain-list next-medals" aria-label={t`Next goals`}>
              {nearestGoals(progress, user?.role !== 'free', shownGoals).map((goal) => (
                <NextGoal key={goal.id} goal={goal} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}

function NextGoal({ goal: { picture, name, text, count, goal } }: { goal: Goal }) {
  return (
    <li className="next-medal">
      <GoalPicture picture={picture} />
      <div>
        <strong>{name}</strong>
        <Progress value={count} max={goal} label={name} />
        <span className="muted">{text}</span>
      </div>
    </li>
  );
}
