import { useState } from 'react';
import { Preferences } from '#schema/accounts/my-data.ts';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import type { User } from '#schema/accounts/user.ts';
import { requestPasswordReset } from '#web/features/accounts/account/account-api.ts';
import { PasswordForm, type PasswordFormProps } from '#web/features/accounts/account/security/PasswordForm.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { errorText } from '#web/lib/api-error.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

export function PasswordSection({ user, ...form }: { user: User } & PasswordFormProps) {
  // Only an account linked to an identity provider can be without a password.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences);
  if (user.oauthProvider === null || error || data?.hasPassword) return <PasswordForm user={user} {...form} />;
  if (data) return <FirstPassword user={user} />;
  return <Loading label="Loading…" lines={4} />;
}

/** Offers an email with a link for setting a first password. */
function FirstPassword({ user }: { user: User }) {
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const provider = socialProviders.find((name) => name === user.oauthProvider);

  async function send() {
    setSent(false);
    setFailure(undefined);
    try {
      await requestPasswordReset(user.email);
      setSent(true);
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
    }
  }

  return (
    <div className="stack">
      <p>
        You sign in with {provider ? providerNames[provider] : 'another provider'}. To sign in with your email too, set a password. We’ll
        send a link to <strong>{user.email}</strong>. Setting a password signs you out on all devices.
      </p>
      {failure !== undefined && (
        <Alert tone="error" title="We couldn’t send the link">
          {failure}
        </Alert>
      )}
      <p role="status">{isSent && 'Link sent. It works once and expires in an hour.'}</p>
      <div className="cluster">
        <ActionButton className="secondary" action={send} pendingLabel="Sending…">
          {isSent ? 'Send it again' : 'Send me the link'}
        </ActionButton>
      </div>
    </div>
  );
}
