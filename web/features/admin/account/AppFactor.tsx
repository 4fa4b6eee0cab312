import { useState } from 'react';
import { AppCodeRequest, type AppSetup, type Factors } from '#schema/admin/factors.ts';
import { beginApp, confirmApp, removeApp, renewRecoveryCodes } from '#web/features/admin/account/factors-api.ts';
import { date, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function AppFactor({ factors: { app, recoveryCodesLeft }, reload }: { factors: Factors; reload: () => unknown }) {
  const [setup, setSetup] = useState<AppSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  return (
    <div className="stack">
      <h3>Authenticator app</h3>
      {app ? (
        <>
          <p>
            Set up on {date(app.createdAt)}. {plural(recoveryCodesLeft, 'recovery code')} left.
          </p>
          <div className="cluster">
            <ActionButton
              className="secondary"
              failed="No new codes were created"
              action={async () => setCodes(await renewRecoveryCodes())}
            >
              Get new recovery codes
            </ActionButton>
            <ActionButton
              className="secondary"
              failed="Couldn’t remove the app"
              action={async () => {
                await removeApp();
                await reload();
              }}
            >
              Remove the app
            </ActionButton>
          </div>
        </>
      ) : (
        <>
          <p className="muted">For devices without passkeys. Comes with ten recovery codes in case you lose your phone.</p>
          <div className="cluster">
            <ActionButton className="secondary" failed="Setup could not be started" action={async () => setSetup(await beginApp())}>
              Set up an app
            </ActionButton>
          </div>
        </>
      )}
      <Dialog open={setup !== null} onClose={() => setSetup(null)} title="Set up an app">
        {setup && (
          <SetupForm
            setup={setup}
            onCancel={() => setSetup(null)}
            onDone={async (result) => {
              setSetup(null);
              setCodes(result);
              await reload();
            }}
          />
        )}
      </Dialog>
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          void reload();
        }}
      />
    </div>
  );
}

interface SetupFormProps {
  setup: AppSetup;
  onCancel: () => void;
  onDone: (codes: string[]) => Promise<unknown>;
}

function SetupForm({ setup: { secret, address, qr }, onCancel, onDone }: SetupFormProps) {
  return (
    <Form
      label="Set up an app"
      className="stack"
      schema={AppCodeRequest}
      defaults={{ code: '' }}
      send={async ({ code }) => onDone(await confirmApp(code))}
      failed="Couldn’t set up the app"
    >
      <p>Scan this with your app, then enter the code it shows.</p>
      <img className="app-qr" src={`data:image/svg+xml,${encodeURIComponent(qr)}`} width={200} height={200} alt="QR code for the app" />
      <p className="small">
        Setting up on this device? <a href={address}>Open the app</a>, or enter this key:{' '}
        <span className="code app-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <FormField label="Code from your app" name="code" inputMode="numeric" autoComplete="one-time-code" data-autofocus />
      <FormActions pendingLabel="Checking…" onCancel={onCancel}>
        Continue
      </FormActions>
    </Form>
  );
}

/** Shows the recovery codes, which cannot be displayed again later. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  async function copy() {
    await navigator.clipboard.writeText(codes?.join('\n') ?? '');
    showToast({ title: 'Copied', tone: 'success' });
  }

  return (
    <Dialog open={codes !== null} onClose={onClose} title="Your recovery codes">
      <div className="stack">
        <p>Save these somewhere you can reach without your phone. Each works once. You won’t see them again.</p>
        <ol className="recovery-codes">
          {codes?.map((code) => (
            <li key={code} className="code">
              {code}
            </li>
          ))}
        </ol>
        <div className="cluster">
          <button type="button" onClick={onClose}>
            I’ve saved them
          </button>
          <ActionButton className="secondary" action={copy} failed="Couldn’t copy the codes">
            Copy
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
