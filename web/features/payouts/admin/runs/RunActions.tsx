import type { RunDetails } from '#schema/payouts/admin-payout-runs.ts';
import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { fileParts } from '#web/features/payouts/admin/runs/run-labels.ts';
import { type RunStep, runsPath } from '#web/features/payouts/admin/runs/runs-api.ts';
import { formatDollars } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function RunActions({ run, takeStep }: { run: RunDetails; takeStep: (step: RunStep, version: number) => Promise<void> }) {
  const { id, status, version, lines, filesVersion } = run;
  const total = formatDollars(run.totalCents / 100);
  const parts = fileParts(lines);
  const isApproved = status === 'approved' || status === 'paid';
  return (
    <div className="stack gap-1">
      {status === 'frozen' && !run.isApprovable && lines > 0 && (
        <p>Another super administrator must approve run {id}. Those who can approve it get an email.</p>
      )}
      <div className="cluster">
        {status === 'frozen' && run.isApprovable && lines > 0 && (
          <ActionButton action={() => takeStep('approve', version)} failed="The run was not approved" pendingLabel="Approving…">
            Approve {total}
          </ActionButton>
        )}
        {status === 'approved' && lines > 0 && (
          <ActionButton action={() => takeStep('pay', version)} failed="Nothing was marked as paid" pendingLabel="Marking as paid…">
            Mark {total} as paid
          </ActionButton>
        )}
        {isApproved &&
          parts.map((part) => (
            <DownloadButton key={part} path={`${runsPath}/${id}/paypal.csv?part=${part}`} failed="The file could not be created">
              PayPal file{parts.length > 1 && ` ${part} of ${parts.length}`}
              {filesVersion > 1 && `, version ${filesVersion}`}
            </DownloadButton>
          ))}
        <DownloadButton path={`${runsPath}/${id}/lines.csv`} failed="The list could not be created">
          Full CSV
        </DownloadButton>
        {(status === 'frozen' || status === 'approved') && (
          <ActionButton
            className="secondary"
            action={() => takeStep('cancel', version)}
            failed="The run was not cancelled"
            pendingLabel="Cancelling…"
          >
            Cancel run
          </ActionButton>
        )}
      </div>
    </div>
  );
}
