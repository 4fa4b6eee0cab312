import type { JobRun, System } from '#schema/admin/system.ts';
import { jobLabels, jobVerdict, type Verdict } from '#web/features/admin/system/job-labels.ts';
import { dateTime } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function JobsPanel({ alarms, jobs, now }: Pick<System, 'alarms' | 'jobs' | 'now'>) {
  const getVerdict = ({ job, runs }: System['jobs'][number]) =>
    jobVerdict(
      job,
      runs,
      now,
      alarms.some(({ kind, subject }) => kind === 'job_failed' && subject === job),
    );
  return (
    <section className="sheet stack gap-3 system-panel" aria-labelledby="jobs-title">
      <h2 id="jobs-title">Jobs</h2>
      <ul className="stack gap-3 plain-list job-list">
        {jobs.map(({ job, runs }) => (
          <li key={job} className="stack job">
            <div>
              <h3>{jobLabels[job].title}</h3>
              <p className="muted small">{jobLabels[job].description}</p>
            </div>
            <p className="cluster job-state">
              <VerdictBadge verdict={getVerdict({ job, runs })} />
              {runs[0] && <span className="small">{dateTime(runs[0].startedAt)}</span>}
            </p>
            <Runs runs={runs} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VerdictBadge({ verdict: { tone, label } }: { verdict: Verdict }) {
  return <Badge tone={tone}>{label}</Badge>;
}

const lastRuns = (runs: number) => (runs === 1 ? 'The last run' : `The last ${runs} runs`);

function Runs({ runs }: { runs: readonly JobRun[] }) {
  const failed = runs.filter(({ outcome }) => outcome !== 'done');
  const lastError = runs.find(({ error }) => error !== null);
  if (runs.length === 0) return <p className="muted small">Will run within the hour.</p>;
  return (
    <div className="job-runs">
      <p className="run-strip" aria-hidden="true">
        {[...runs].reverse().map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs that start in the same second have no other unique field
          <span key={index} className={`run run-${run.outcome}`} />
        ))}
      </p>
      <p className="small">
        {failed.length === 0
          ? `${lastRuns(runs.length)} succeeded`
          : `${failed.length === runs.length ? lastRuns(runs.length) : `${failed.length} of the last ${runs.length} runs`} failed or did not finish`}
      </p>
      {lastError && (
        <p className="small job-error">
          {dateTime(lastError.startedAt)}: {lastError.error}
        </p>
      )}
    </div>
  );
}
