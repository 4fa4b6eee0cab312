import { t } from '@lingui/core/macro';
import '#web/features/progress/goals/next-goals.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { redeemableTokens } from '#schema/certificates/vacation-progress.ts';
import type { Progress as ProgressData } from '#schema/progress/progress.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { GoalPicture } from '#web/features/progress/goals/GoalPicture.tsx';
import { minGoals, nextGoals } from '#web/features/progress/goals/next-goals.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Progress } from '#web/ui/Progress.tsx';

/** Lists the member's next goals, nearest first. Further goals and later lengths of the trail show on demand. */
export function NextGoals({ progress }: { progress: ProgressData }) {
  const { user } = useUser();
  const [showsAll, setShowsAll] = useState(false);
  if (!user) return null;
  const goals = nextGoals(progress, redeemableTokens(user));
  const nearest = goals.filter(({ isLaterLength }) => !isLaterLength).slice(0, minGoals);
  return (
    <section className="stack gap-3" aria-labelledby="next-goals">
      <h2 id="next-goals">{t`Next goals`}</h2>
      <ol className="plain-list next-goals">
        {(showsAll ? goals : nearest).map((goal) => (
          <li key={goal.id} className="next-goal">
            <GoalPicture picture={goal.picture} />
            <div>
              <strong>{goal.name}</strong>
              <Progress value={goal.count} max={goal.goal} label={goal.name} />
              <span className="muted">{goal.text}</span>
              {goal.id === 'finds_1' && <Link href={paths.findCards} className="button button-small">{t`Find cards`}</Link>}
              {goal.isForPaidMembers && user.role === 'free' && <Badge tone="grey">{t`Basic and Premium`}</Badge>}
            </div>
          </li>
        ))}
      </ol>
      {goals.length > nearest.length && (
        <button type="button" className="secondary button-small next-goals-more" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t`Show fewer goals` : t`Show all ${goals.length} goals`}
        </button>
      )}
    </section>
  );
}
