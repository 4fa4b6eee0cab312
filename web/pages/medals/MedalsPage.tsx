import { Link } from 'wouter';
import { medals } from '#schema/progress/medals.ts';
import type { MedalProgress, Progress as ProgressData } from '#schema/progress/progress.ts';
import { Medal } from '#web/features/progress/Medal.tsx';
import { describeMedalProgress, medalLabels } from '#web/features/progress/medal-labels.ts';
import { showMedal, useProgress } from '#web/features/progress/progress-api.ts';
import { WeeklyTrail } from '#web/features/progress/WeeklyTrail.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function MedalsPage() {
  const query = useProgress();
  return (
    <div className="stack">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        Dashboard
      </Link>
      <h1>Medals</h1>
      <Loaded query={query} subject="Your medals" heading="h2" blocks={['9rem', '60rem']}>
        {(progress: ProgressData) => (
          <>
            <section className="sheet stack gap-3 medals-trail" aria-labelledby="weekly-trail">
              <h2 id="weekly-trail">Weekly trail</h2>
              <WeeklyTrail trail={progress.trail} />
              <p className="muted">Every fourth week with a find saves a rest week, up to two. A rest week covers a week without a find.</p>
            </section>
            <MedalCollection progress={progress} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function MedalCollection({ progress: { medals: all, shownMedal } }: { progress: ProgressData }) {
  const earned = all.filter(({ earnedOn }) => earnedOn !== null);
  const open = all.filter(({ earnedOn }) => earnedOn === null);
  return (
    <>
      <section className="stack gap-3" aria-labelledby="earned-medals">
        <h2 id="earned-medals">
          Earned <span className="muted">{earned.length}</span>
        </h2>
        {earned.length === 0 ? (
          <p className="muted">Your first find earns your first medal.</p>
        ) : (
          <>
            <ul className="plain-list medal-grid">
              {earned.map((medal) => (
                <EarnedMedal key={medal.id} medal={medal} isShown={medal.id === shownMedal} />
              ))}
            </ul>
            <p className="muted">Only you see your medals. You can show one next to your name on your cards and notes.</p>
          </>
        )}
      </section>
      {open.length > 0 && (
        <section className="stack gap-3" aria-labelledby="open-medals">
          <h2 id="open-medals">
            Still to earn <span className="muted">{open.length}</span>
          </h2>
          <ul className="plain-list medal-grid">
            {open.map((medal) => (
              <OpenMedal key={medal.id} medal={medal} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function EarnedMedal({ medal: { id, earnedOn }, isShown }: { medal: MedalProgress; isShown: boolean }) {
  const { name, text } = medalLabels[id];

  async function toggle() {
    try {
      await showMedal(isShown ? null : id);
    } catch {
      showToast({ tone: 'error', title: 'Couldn’t save your choice', description: 'Please try again.' });
    }
  }

  return (
    <li className="sheet medal-tile">
      <Medal id={id} />
      <strong>{name}</strong>
      <span className="muted">{text}</span>
      {earnedOn !== null && <time dateTime={earnedOn}>{calendarDay(earnedOn)}</time>}
      <button type="button" className="link-button" aria-pressed={isShown} aria-label={`Show ${name} to others`} onClick={toggle}>
        {isShown ? 'Shown to others' : 'Show to others'}
      </button>
    </li>
  );
}

function OpenMedal({ medal }: { medal: MedalProgress }) {
  const { name, text } = medalLabels[medal.id];
  return (
    <li className="medal-tile medal-tile-open">
      <Medal id={medal.id} isEarned={false} />
      <strong>{name}</strong>
      <span className="muted">{text}</span>
      {medals[medal.id].goal > 1 && (
        <>
          <Progress value={medal.count} max={medals[medal.id].goal} label={name} />
          <span className="medal-count">{describeMedalProgress(medal)}</span>
        </>
      )}
    </li>
  );
}
