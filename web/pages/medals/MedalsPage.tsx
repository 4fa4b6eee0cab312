import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MedalId } from '#schema/progress/medals.ts';
import type { MedalProgress, Progress as ProgressData } from '#schema/progress/progress.ts';
import { NextGoals } from '#web/features/progress/goals/NextGoals.tsx';
import { MedalDialog } from '#web/features/progress/MedalDialog.tsx';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { WeeklyTrail } from '#web/features/progress/WeeklyTrail.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function MedalsPage() {
  const query = useProgress();
  return (
    <div className="stack">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        {t`Dashboard`}
      </Link>
      <h1>{t`Medals`}</h1>
      <Loaded query={query} subject={t`Your medals`} heading="h2" blocks={['9rem', '60rem']}>
        {(progress: ProgressData) => (
          <>
            <section className="sheet stack gap-3 medals-trail" aria-labelledby="weekly-trail">
              <h2 id="weekly-trail">{t`Weekly trail`}</h2>
              <WeeklyTrail trail={progress.trail} />
              <p className="muted">{t`Every fourth week with a find earns you a rest week. You can save two. If you miss a week, a rest week keeps your trail going.`}</p>
            </section>
            {hasEarned(progress) && <MedalCollection progress={progress} />}
            <NextGoals progress={progress} />
            {!hasEarned(progress) && <MedalCollection progress={progress} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

const hasEarned = ({ medals }: ProgressData) => medals.some(({ earnedOn }) => earnedOn !== null);

function MedalCollection({ progress: { medals: all, shownMedal } }: { progress: ProgressData }) {
  const earned = all.filter(({ earnedOn }) => earnedOn !== null);
  const [openId, setOpenId] = useState<MedalId | null>(null);
  const openMedal = earned.find(({ id }) => id === openId);
  return (
    <section className="sheet stack gap-3 medals-earned" aria-labelledby="earned-medals">
      <h2 id="earned-medals">
        {t`Earned`} <span className="muted">{earned.length}</span>
      </h2>
      {earned.length === 0 ? (
        <p className="muted">{t`Your first find earns your first medal.`}</p>
      ) : (
        <>
          <ul className="plain-list medal-shelf">
            {earned.map((medal) => (
              <EarnedMedal key={medal.id} medal={medal} isShown={medal.id === shownMedal} onOpen={() => setOpenId(medal.id)} />
            ))}
          </ul>
          {openMedal && <MedalDialog medal={openMedal} isShown={openMedal.id === shownMedal} onClose={() => setOpenId(null)} />}
        </>
      )}
    </section>
  );
}

function EarnedMedal({ medal: { id, earnedOn }, isShown, onOpen }: { medal: MedalProgress; isShown: boolean; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className="medal-button" onClick={onOpen}>
        <Medal id={id} />
        <strong>{medalLabels()[id].name}</strong> {earnedOn !== null && <time dateTime={earnedOn}>{calendarDay(earnedOn)}</time>}
        {isShown && <Badge tone="green">{t`Shown to others`}</Badge>}
      </button>
    </li>
  );
}
