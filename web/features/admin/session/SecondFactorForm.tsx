import { useState } from 'react';
import { RequestOptions } from '#schema/accounts/passkey.ts';
import { AppCodeRequest, Factors, RecoveryCodeRequest } from '#schema/admin/factors.ts';
import { Admin } from '#schema/admin/session.ts';
import { setAdmin } from '#web/features/admin/session/admin-session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { errorText } from '#web/lib/api-error.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormField, FormSubmit } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import '#web/features/admin/session/second-factor.css';

export function SecondFactorForm({ onVerified }: { onVerified?: () => void }) {
  const query = useQuery('/api/admin/factors', Factors, { revalidatesOnMount: true });
  const [isAppLost, setAppLost] = useState(false);

  async function submitFactor(method: 'passkey' | 'code' | 'recovery-code', credentials: object) {
    setAdmin(await apiSend('POST', `/api/admin/factors/proof/${method}`, credentials, Admin));
    onVerified?.();
  }

  return (
    <Loaded query={query} subject="Your two-step verification methods" lines={3}>
      {({ passkeys, app, recoveryCodesLeft }) => (
        <div className="stack gap-4 prove">
          {passkeys.length > 0 && <PasskeyFactor submitFactor={(passkey) => submitFactor('passkey', { passkey })} />}
          {passkeys.length > 0 && app && <p className="prove-or">or</p>}
          {app && !isAppLost && (
            <Form
              label="Code from your app"
              className="stack"
              schema={AppCodeRequest}
              defaults={{ code: '' }}
              send={(values) => submitFactor('code', values)}
              failed="The code was not accepted"
            >
              <FormField
                label="Code from your app"
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                hint="The current 6-digit code from your app"
                {...(passkeys.length === 0 && { 'data-autofocus': true })}
              />
              <FormSubmit pendingLabel="Checking…">Continue</FormSubmit>
            </Form>
          )}
          {app && isAppLost && (
            <Form
              label="Recovery code"
              className="stack"
              schema={RecoveryCodeRequest}
              defaults={{ recoveryCode: '' }}
              send={(values) => submitFactor('recovery-code', values)}
              failed="The code was not accepted"
            >
              <FormField
                label="Recovery code"
                name="recoveryCode"
                autoComplete="off"
                autoCapitalize="characters"
                hint={`Each code works once. You have ${recoveryCodesLeft} left.`}
                data-autofocus
              />
              <FormSubmit pendingLabel="Checking…">Continue</FormSubmit>
            </Form>
          )}
          {app && recoveryCodesLeft > 0 && (
            <button type="button" className="ghost button-small" onClick={() => setAppLost(!isAppLost)}>
              {isAppLost ? 'Use a code from your app' : 'Use a recovery code instead'}
            </button>
          )}
          <p className="muted small">Lost access? Another super administrator can send you a reset link.</p>
        </div>
      )}
    </Loaded>
  );
}

function PasskeyFactor({ submitFactor }: { submitFactor: (credentials: object) => Promise<void> }) {
  const [failure, setFailure] = useState<string>();

  async function submitPasskey() {
    setFailure(undefined);
    const { passkeyErrorText, getPasskeyAssertion } = await importWithRetry(() => import('#web/lib/passkeys.ts'));
    try {
      const options = await apiSend('POST', '/api/admin/factors/proof/options', undefined, RequestOptions);
      await submitFactor(await getPasskeyAssertion(options));
    } catch (error) {
      setFailure(passkeyErrorText(error) ?? errorText(error, 'Please try again.'));
    }
  }

  return (
    <div className="stack gap-3">
      {failure !== undefined && (
        <Alert tone="error" title="The passkey was not accepted">
          {failure}
        </Alert>
      )}
      <ActionButton action={submitPasskey} pendingLabel="Waiting for your device…" className="button-block" data-autofocus>
        Use a passkey
      </ActionButton>
    </div>
  );
}
