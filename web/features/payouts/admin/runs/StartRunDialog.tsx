import { useState } from 'react';
import { type RunPreview, runScopes } from '#schema/payouts/admin-payout-runs.ts';
import { exclusionLabels, scopeLabels } from '#web/features/payouts/admin/runs/run-labels.ts';
import { startRun, useRunPreview } from '#web/features/payouts/admin/runs/runs-api.ts';
import { formatDollars, plural } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function StartRunDialog({ onStarted, onClose }: { onStarted: (id: number) => void; onClose: () => void }) {
  const [scope, setScope] = useState<(typeof runScopes)[number]>('all');
  const [until, setUntil] = useState('');
  const request = { scope, ...(until && { until }) };
  return (
    <Dialog open onClose={onClose} title="Start a payout run">
      <div className="stack">
        <div className="form-row">
          <SelectField
            label="What to pay"
            value={scope}
            onChange={({ target }) => setScope(runScopes.find((option) => option === target.value) ?? 'all')}
          >
            {runScopes.map((option) => (
              <option key={option} value={option}>
                {scopeLabels[option]}
              </option>
            ))}
          </SelectField>
          <Field label="Up to and including" type="date" value={until} onChange={({ target }) => setUntil(target.value)} optional />
        </div>
        <Loaded query={useRunPreview(request)} subject="The preview" lines={4}>
          {(preview) => (
            <>
              <PreviewList preview={preview} />
              <div className="cluster">
                {preview.members > 0 && !preview.waitsForComparison && (
                  <ActionButton
                    action={async () => onStarted((await startRun(request)).id)}
                    failed="Couldn’t start the run"
                    pendingLabel="Starting…"
                    data-autofocus
                  >
                    Start run: {formatDollars(preview.totalCents / 100)} to {plural(preview.members, 'member')}
                  </ActionButton>
                )}
                <button type="button" className="secondary" onClick={onClose}>
                  Cancel
                </button>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function PreviewList({ preview: { members, totalCents, excluded, waitsForComparison } }: { preview: RunPreview }) {
  return (
    <div className="stack" role="status">
      <p className="payout-sum">
        <strong>{formatDollars(totalCents / 100)}</strong> to {plural(members, 'member')}
      </p>
      {waitsForComparison && (
        <Alert tone="warning" title="Payouts are paused after a restore">
          <p>Payments made since the backup must be reconciled first.</p>
        </Alert>
      )}
      {excluded.length > 0 && (
        <>
          <p className="muted small">Not included but still owed:</p>
          <ul className="small">
            {excluded.map(({ reason, members, cents }) => (
              <li key={reason}>
                {plural(members, 'member')}, {formatDollars(cents / 100)}: {exclusionLabels[reason]}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted small">Starting a run doesn’t pay anyone yet. Approve the run to download the PayPal files.</p>
    </div>
  );
}
