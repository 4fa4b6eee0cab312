import { useState } from 'react';
import { describeAction } from '#schema/admin/audit-actions.ts';
import type { RunDetails, RunStepRequest } from '#schema/payouts/admin-payout-runs.ts';
import { DownloadButton } from '#web/features/admin/lists/DownloadButton.tsx';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { RunStepDialog } from '#web/features/payouts/admin/runs/RunStepDialog.tsx';
import { fileParts } from '#web/features/payouts/admin/runs/run-labels.ts';
import { type RunStep, runsPath } from '#web/features/payouts/admin/runs/runs-api.ts';
import { date, dateTime, formatDollars, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/react/use-now.ts';

interface RunActionsProps {
  run: RunDetails;
  takeStep: (step: RunStep, request: RunStepRequest) => Promise<void>;
  /** Reloads the run because another administrator may have downloaded its files. */
  reload: () => Promise<unknown>;
}

export function RunActions({ run, takeStep, reload }: RunActionsProps) {
  const { id, status, lines, filesVersion } = run;
  const [step, setStep] = useState<RunStep>();
  const now = useNow(10_000);
  const open = (next: RunStep) => {
    setStep(next);
    void reload();
  };
  const total = formatDollars(run.totalCents / 100);
  const parts = fileParts(lines);
  const undoMinutes = run.undoUntil === null ? 0 : Math.ceil((Date.parse(run.undoUntil) - now) / 60_000);
  const isApproved = status === 'approved' || status === 'paid';
  return (
    <div className="stack gap-1">
      {status === 'frozen' && !run.isApprovable && lines > 0 && <ApproversNote run={run} />}
      {run.gifts.length > 0 && <GiftsNote gifts={run.gifts} />}
      {undoMinutes > 0 && (
        <p className="small">
          You can undo this for {plural(undoMinutes, 'minute')}. Until then, members see “Being paid” and get no email.
        </p>
      )}
      <div className="cluster">
        {status === 'frozen' && run.isApprovable && lines > 0 && (
          <button type="button" onClick={() => open('approve')}>
            Approve {total}
          </button>
        )}
        {status === 'approved' && lines > 0 && (
          <button type="button" onClick={() => open('pay')}>
            Mark {total} as paid
          </button>
        )}
        {undoMinutes > 0 && (
          <button type="button" className="secondary" onClick={() => open('undo')}>
            Undo
          </button>
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
          <button type="button" className="secondary" onClick={() => open('cancel')}>
            Cancel run
          </button>
        )}
      </div>
      {step && <RunStepDialog run={run} step={step} takeStep={takeStep} onClose={() => setStep(undefined)} />}
    </div>
  );
}

/** Lists what administrators gave the members in the run, so that the approver can check it. */
function GiftsNote({ gifts }: Pick<RunDetails, 'gifts'>) {
  return (
    <div className="small">
      <p>
        Please check what administrators gave these members in the last 12 months. When you approve, members you gave something to leave the
        run, unless nobody else could approve it.
      </p>
      <ul>
        {gifts.map(({ member, amountCents, action, by, at }) => (
          <li key={`${member.id} ${action} ${by}`}>
            <MemberLink member={member} />, {formatDollars(amountCents / 100)}: {describeAction(action)} ({by ?? 'unknown'}, {date(at)})
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lists the administrators who may approve the run, and the time from which each may do so. */
function ApproversNote({ run: { id, approvers } }: { run: RunDetails }) {
  return (
    <div className="small">
      <p>
        Someone else must approve run {id}: a super administrator who has had this role and the same two-step verification for at least 7
        days, and whose account the person who started the run hasn’t changed in that time. They’ll get an email.
      </p>
      <ul>
        {approvers.map(({ email, from, isCaller }) => (
          <li key={email}>
            {isCaller ? 'You' : email} can approve it {from === null ? 'now' : `from ${dateTime(from)}`}.
          </li>
        ))}
        {approvers.length === 0 && (
          <li>Nobody can approve it yet. Add a super administrator, or ask one to set up two-step verification.</li>
        )}
      </ul>
    </div>
  );
}
