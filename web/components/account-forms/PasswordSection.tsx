import { useState } from 'react';
import { Preferences } from '#schema/my-data.ts';
import { providerNames, socialProviders } from '#schema/social-providers.ts';
import type { User } from '#schema/user.ts';
import { Alert } from '#web/components/Alert.tsx';
import { askForReset } from '#web/components/account-forms/account-api.ts';
import { PasswordForm, type PasswordFormProps } from '#web/components/account-forms/PasswordForm.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { errorText } from '#web/lib/api.ts';
import { useQuery } from '#web/lib/query.ts';

/** Changing the password, or the way to a first one for who signs in through a provider alone. */
export function PasswordSection({ user, ...form }: { user: User } & PasswordFormProps) {
  // Only these may be without one, so only they are asked about.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences);
  if (user.oauthProvider === null || error || data?.hasPassword) return <PasswordForm {...form} />;
  if (data) return <FirstPassword user={user} />;
  return (
    <div role="status">
      <span className="visually-hidden">Loading…</span>
      <Skeleton lines={4} />
    </div>
  );
}

type State = { step: 'asking' | 'sending' } | { step: 'sent' } | { step: 'failed'; message: string };

/** Nobody knows a password of this account: a mailed link sets one. */
function FirstPassword({ user }: { user: User }) {
  const [state, setState] = useState<State>({ step: 'asking' });
  const provider = socialProviders.find((name) => name === user.oauthProvider);

  async function send() {
    if (state.step === 'sending') return;
    setState({ step: 'sending' });
    try {
      await askForReset(user.email);
      setState({ step: 'sent' });
    } catch (error) {
      setState({ step: 'failed', message: errorText(error, 'Please try again.') });
    }
  }

  return (
    <div className="stack">
      <p>
        You sign in with {provider ? providerNames[provider] : 'another provider'}, and your account has no password. With one you could
        also sign in by your email: we send a link to <strong>{user.email}</strong>, and you set a password there. Afterwards you sign in
        again on all devices.
      </p>
      {state.step === 'failed' && (
        <Alert tone="error" title="We could not send the link">
          {state.message}
        </Alert>
      )}
      <p role="status">{state.step === 'sent' && 'The link is on its way. It works once, for one hour.'}</p>
      <div className="cluster">
        <button type="button" className="secondary" aria-busy={state.step === 'sending' || undefined} onClick={() => void send()}>
          {state.step === 'sending' ? 'Sending…' : state.step === 'sent' ? 'Send it again' : 'Send me the link'}
        </button>
      </div>
    </div>
  );
}
