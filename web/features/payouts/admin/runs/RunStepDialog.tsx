import { type RunDetails, type RunStepRequest, typedTotalForm } from '#schema/payouts/admin-payout-runs.ts';
import { payoutUndoSeconds, typedTotalAboveCents } from '#schema/rules.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { fileParts } from '#web/features/payouts/admin/runs/run-labels.ts';
import type { RunStep } from '#web/features/payouts/admin/runs/runs-api.ts';
import { dateTime, formatDollars, plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface StepTexts {
  title: (total: string) => string;
  next: (run: RunDetails) => string;
  button: (total: string) => string;
  pending: string;
  failed: string;
}

const undoMinutes = payoutUndoSeconds / 60;

const stepTexts: Record<RunStep, StepTexts> = {
  approve: {
    title: (total) => `Approve ${total}?`,
    next: () => 'You can download the PayPal file. Nobody is paid until someone uploads it to PayPal.',
    button: (total) => `Approve ${total}`,
    pending: 'Approving…',
    failed: 'Couldn’t approve the run',
  },
  pay: {
    title: (total) => `Mark ${total} as paid?`,
    next: ({ lines }) =>
      `${plural(lines, 'member')} will see “Being paid”. You can undo this for ${undoMinutes} minutes; then they get their emails.`,
    button: (total) => `Mark ${total} as paid`,
    pending: 'Marking as paid…',
    failed: 'Nothing was marked as paid',
  },
  cancel: {
    title: (total) => `Cancel the ${total} run?`,
    next: () => 'Nobody in this run will be paid. We still owe the amounts, and the next run will include them.',
    button: () => 'Cancel run',
    pending: 'Canceling…',
    failed: 'Couldn’t cancel the run',
  },
  undo: {
    title: (total) => `Undo marking ${total} as paid?`,
    next: () => 'The run goes back to approved, and its amounts to unpaid. Pending emails are deleted, so nobody is notified.',
    button: (total) => `Undo ${total}`,
    pending: 'Undoing…',
    failed: 'Couldn’t mark the run as unpaid',
  },
};

interface RunStepDialogProps {
  run: RunDetails;
  step: RunStep;
  takeStep: (step: RunStep, request: RunStepRequest) => Promise<void>;
  onClose: () => void;
}

/** Explains a step of a payout run. If the total is large, asks the administrator to type it. */
export function RunStepDialog({ run, step, takeStep, onClose }: RunStepDialogProps) {
  const { title, next, button, pending, failed } = stepTexts[step];
  const { version, lines, totalCents } = run;
  const total = formatDollars(totalCents / 100);
  const isTyped = step !== 'undo' && totalCents > typedTotalAboveCents;
  const form = { label: title(total), className: 'stack', failed };
  const content = (
    <>
      <AdminFacts
        facts={{ Run: `Run ${run.id}, started by ${run.createdBy}`, Members: plural(lines, 'member'), Total: total, Next: next(run) }}
      />
      <FileState run={run} step={step} />
      {isTyped && (
        <FormField label={`Type the total, ${total}, to confirm`} name="total" inputMode="decimal" autoComplete="off" data-autofocus />
      )}
      <FormActions
        pendingLabel={pending}
        onCancel={onClose}
        cancelLabel="Back"
        {...((step === 'cancel' || step === 'undo') && { className: 'danger' })}
      >
        {button(total)}
      </FormActions>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title(total)}>
      {isTyped ? (
        <Form
          {...form}
          schema={typedTotalForm(totalCents, `Please type ${total}`)}
          defaults={{ total: '' }}
          send={async () => {
            await takeStep(step, { version, totalCents });
            onClose();
          }}
        >
          {content}
        </Form>
      ) : (
        <Form
          {...form}
          send={async () => {
            await takeStep(step, { version });
            onClose();
          }}
        >
          {content}
        </Form>
      )}
    </Dialog>
  );
}

/**
 * Shows who downloaded PayPal's files. Warns against canceling a run whose file was downloaded, and against marking a run as paid before
 * all of its files were downloaded.
 */
function FileState({ run: { lines, filesVersion, downloads }, step }: { run: RunDetails; step: RunStep }) {
  if (step === 'approve') return null;
  const currentDownloads = downloads.filter((download) => download.filesVersion === filesVersion);
  const parts = fileParts(lines);
  const missingParts = parts.filter((part) => !currentDownloads.some((download) => download.part === part));
  const list = (
    <ul className="small">
      {downloads.map(({ part, filesVersion: version, at, by }) => (
        <li key={`${version}-${part}`}>
          {[filesVersion > 1 && `Version ${version}`, parts.length > 1 && `File ${part}`].filter(Boolean).join(', ')}
          {(filesVersion > 1 || parts.length > 1) && ': '}
          {dateTime(at)} by {by ?? 'a former administrator'}
        </li>
      ))}
    </ul>
  );
  if (step === 'cancel' && downloads.length > 0)
    return (
      <Alert tone="warning" title="The PayPal file was downloaded">
        <p>Cancel only if PayPal hasn’t paid anyone. Otherwise, the next run will pay them twice.</p>
        {list}
      </Alert>
    );
  if (step === 'pay' && missingParts.length > 0)
    return (
      <Alert tone="warning" title={getMissingTitle(missingParts, lines, filesVersion, downloads.length > 0)}>
        <p>Mark the run as paid only after PayPal has sent the money.</p>
        {downloads.length > 0 && list}
      </Alert>
    );
  return downloads.length === 0 ? (
    <p className="small">The PayPal file was not downloaded.</p>
  ) : (
    <div className="small">
      <p>The PayPal file was downloaded:</p>
      {list}
    </div>
  );
}

function getMissingTitle(missingParts: number[], lines: number, filesVersion: number, hasOlder: boolean): string {
  if (missingParts.length < fileParts(lines).length) return `PayPal file ${missingParts.join(', ')} was not downloaded`;
  return hasOlder && filesVersion > 1
    ? `Version ${filesVersion} of the PayPal file was not downloaded`
    : 'The PayPal file was not downloaded';
}
