import type { JobRun, System } from '#schema/admin/system.ts';
import { Badge } from '#web/components/Badge.tsx';
import { jobWords, judge } from '#web/features/admin/system/job-words.ts';
import { dateTime, plural } from '#web/lib/format.ts';

/** Each job of the cron: when it last ran, how its last runs went, and why one failed. */
export function JobsPanel({ jobs, now }: Pick<System, 'jobs' | 'now'>) {
  return (
    <section className="sheet system-panel" aria-labelledby="jobs-title">
      <h2 id="jobs-title">Jobs</h2>
      <ul className="job-list">
        {jobs.map(({ job, runs }) => (
          <li key={job} className="job">
            <div>
              <h3>{jobWords[job].title}</h3>
              <p className="muted small">{jobWords[job].does}</p>
            </div>
            <p className="job-state">
              <Badge tone={judge(runs, now).tone}>{judge(runs, now).word}</Badge>
              {runs[0] && <span className="small">{dateTime(runs[0].startedAt)}</span>}
            </p>
            <Runs runs={runs} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs({ runs }: { runs: readonly JobRun[] }) {
  const failed = runs.filter(({ outcome }) => outcome !== 'done');
  const lastError = runs.find(({ error }) => error !== null);
  if (runs.length === 0) return <p className="muted small">It runs within the hour.</p>;
  return (
    <div className="job-runs">
      <p className="run-strip" aria-hidden="true">
        {[...runs].reverse().map((run, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs that began in the same second are told apart by nothing else
          <span key={index} className={`run run-${run.outcome}`} />
        ))}
      </p>
      <p className="small">
        {failed.length === 0
          ? `The last ${plural(runs.length, 'run')} went well`
          : `${failed.length} of the last ${plural(runs.length, 'run')} did not end well`}
      </p>
      {lastError && (
        <p className="small job-error">
          {dateTime(lastError.startedAt)}: {lastError.error}
        </p>
      )}
    </div>
  );
}
