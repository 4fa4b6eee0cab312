import { useState } from 'react';
import { type RunPreview, runScopes } from '#schema/payouts/admin-payout-runs.ts';
import { leftOutLabels, scopeLabels } from '#web/features/payouts/admin/runs/run-labels.ts';
import { beginRun, useRunPreview } from '#web/features/payouts/admin/runs/runs-api.ts';
import { dollarsFrom, plural } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface StartRunDialogProps {
  onBegun: (id: number) => void;
  onClose: () => void;
}

export function StartRunDialog({ onBegun, onClose }: StartRunDialogProps) {
  const [scope, setScope] = useState<(typeof runScopes)[number]>('all');
  const [until, setUntil] = useState('');
  const terms = { scope, ...(until && { until }) };
  return (
    <Dialog open onClose={onClose} title="Start a payout run">
      <div className="stack">
        <div className="form-row">
          <SelectField
            label="What to pay"
            value={scope}
            onChange={({ target }) => setScope(runScopes.find((one) => one === target.value) ?? 'all')}
          >
            {runScopes.map((one) => (
              <option key={one} value={one}>
                {scopeLabels[one]}
              </option>
            ))}
          </SelectField>
          <Field label="Up to and including" type="date" value={until} onChange={({ target }) => setUntil(target.value)} optional />
        </div>
        <Loaded query={useRunPreview(terms)} what="What would be paid" lines={4}>
          {(preview) => (
            <>
              <PreviewList preview={preview} />
              <div className="cluster">
                {preview.members > 0 && !preview.waitsForComparison && (
                  <ActionButton
                    action={async () => onBegun((await beginRun(terms)).id)}
                    failed="The run was not begun"
                    pendingLabel="Freezing…"
                    data-autofocus
                  >
                    Freeze {dollarsFrom(preview.totalCents / 100)} for {plural(preview.members, 'member')}
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

function PreviewList({ preview: { members, totalCents, leftOut, waitsForComparison } }: { preview: RunPreview }) {
  return (
    <div className="stack" role="status">
      <p className="payout-sum">
        <strong>{dollarsFrom(totalCents / 100)}</strong> to {plural(members, 'member')}
      </p>
      {waitsForComparison && (
        <Alert tone="warning" title="Payouts wait after a restore">
          <p>What was paid since the backup has to be compared first.</p>
        </Alert>
      )}
      {leftOut.length > 0 && (
        <>
          <p className="muted small">Left out, and owed still:</p>
          <ul className="small">
            {leftOut.map(({ reason, members, cents }) => (
              <li key={reason}>
                {plural(members, 'member')}, {dollarsFrom(cents / 100)}: {leftOutLabels[reason]}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted small">Freezing pays nothing: the run is to be approved next, then there are PayPal’s files.</p>
    </div>
  );
}
