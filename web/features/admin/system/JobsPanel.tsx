import { Link } from 'wouter';
import type { JobRun, System } from '#schema/admin/system.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { getJobStatus, type JobStatus, jobLabels } from '#web/features/admin/system/job-labels.ts';
import { RunJobButton } from '#web/features/admin/system/RunJobButton.tsx';
import { runbookPath } from '#web/features/admin/system/runbooks/runbook-path.ts';
import { dateTime, number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function JobsPanel({ alarms, jobs, now }: Pick<System, 'alarms' | 'jobs' | 'now'>) {
  const getStatus = ({ job, runs }: System['jobs'][number]) =>
    getJobStatus(
      job,
      runs,
      now,
      alarms.some(({ kind, subject }) => kind === 'job_failed' && subject === job),
    );
  const isSuperAdmin = useIsSuperAdmin();
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
            <div className="cluster job-state">
              <JobStatusBadge status={getStatus({ job, runs })} />
              {runs[0] && <span className="small">{dateTime(runs[0].startedAt)}</span>}
              <Link className="small" href={runbookPath(job)} aria-label={`Runbook: ${jobLabels[job].title}`}>
                Runbook
              </Link>
              {isSuperAdmin && <RunJobButton job={job} />}
            </div>
            <JobRuns runs={runs} />
            {runs.length > 0 && <JobHistory runs={runs} title={jobLabels[job].title} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function JobStatusBadge({ status: { tone, label } }: { status: JobStatus }) {
  return <Badge tone={tone}>{label}</Badge>;
}

const formatRunCount = (runs: number) => (runs === 1 ? 'The last run' : `The last ${runs} runs`);

function JobRuns({ runs }: { runs: readonly JobRun[] }) {
  const failedRuns = runs.filter(({ outcome }) => outcome !== 'done');
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
        {failedRuns.length === 0
          ? `${formatRunCount(runs.length)} succeeded`
          : `${failedRuns.length === runs.length ? formatRunCount(runs.length) : `${failedRuns.length} of the last ${runs.length} runs`} failed or did not finish`}
      </p>
      {lastError && (
        <p className="small job-error">
          {dateTime(lastError.startedAt)}: {lastError.error}
        </p>
      )}
    </div>
  );
}

const outcomeLabels = { done: 'succeeded', failed: 'failed', unfinished: 'did not finish' } as const satisfies Record<
  JobRun['outcome'],
  string
>;

function JobHistory({ runs, title }: { runs: readonly JobRun[]; title: string }) {
  return (
    <details className="small job-history">
      <summary>
        History <span className="visually-hidden">of {title}</span>
      </summary>
      <ol className="plain-list">
        {runs.map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs that start in the same second have no other unique field
          <li key={index}>
            {dateTime(run.startedAt)}: {outcomeLabels[run.outcome]}
            {run.finishedAt !== null && ` in ${formatDuration(run.startedAt, run.finishedAt)}`}
            {run.error !== null && `. ${run.error}`}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Runs are recorded to the second. */
function formatDuration(startedAt: string, finishedAt: string): string {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
  return seconds < 1 ? 'under a second' : `${number(seconds)} s`;
}
