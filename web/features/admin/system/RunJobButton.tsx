import { useState } from 'react';
import type { JobName } from '#schema/admin/jobs.ts';
import { jobLabels } from '#web/features/admin/system/job-labels.ts';
import { runJob } from '#web/features/admin/system/system-api.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Asks for confirmation if the job can move money or cannot be undone. */
export function RunJobButton({ job }: { job: JobName }) {
  const [isAsking, setAsking] = useState(false);
  const { title, effect } = jobLabels[job];

  async function run() {
    const { outcome, error } = await runJob(job);
    setAsking(false);
    if (outcome === 'done') showToast({ tone: 'success', title: `${title}: the run succeeded` });
    else showToast({ tone: 'error', title: `${title}: the run failed`, description: error ?? undefined });
  }
  const button = (label: string, className: string) => (
    <ActionButton className={className} action={run} failed={`${title}: no result`} pendingLabel="Running…">
      {label} <span className="visually-hidden">{title}</span>
    </ActionButton>
  );

  if (!effect) return button('Run now', 'secondary button-small');
  return (
    <>
      <button type="button" className="secondary button-small" onClick={() => setAsking(true)}>
        Run now… <span className="visually-hidden">{title}</span>
      </button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={`Run ${title} now?`} size="small">
        <p>{effect} Your name and the result are recorded.</p>
        <div className="cluster">
          {button('Run now', '')}
          <button type="button" className="secondary" onClick={() => setAsking(false)}>
            Cancel
          </button>
        </div>
      </Dialog>
    </>
  );
}
