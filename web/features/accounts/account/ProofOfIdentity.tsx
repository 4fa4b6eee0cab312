import { t } from '@lingui/core/macro';
import { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { SignInAgain } from '#web/features/accounts/account/security/SignInAgain.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { now } from '#web/lib/react/now.ts';
import { FormPasswordField } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export type ProofSubject = keyof ReturnType<typeof askToSignIn>;

/** Asks for proof of identity before a sensitive change. */
export function ProofOfIdentity({ user, subject = 'email' }: { user: User; subject?: ProofSubject }) {
  // The preferences show whether the account has a password. Only accounts linked to an identity provider can lack one, so other accounts
  // do not request them.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences, { revalidatesOnMount: true });
  if (user.oauthProvider === null || error || data?.hasPassword) {
    return (
      <FormPasswordField
        label={t`Current password`}
        name="currentPassword"
        autoComplete="current-password"
        hint={t`Confirms it’s you. Leave it empty if you signed in within the last 10 minutes.`}
      />
    );
  }
  if (!data || Date.parse(data.freshUntil) > now()) return null;
  return (
    <Alert tone="info" title={t`Please sign in again first`}>
      <p>{askToSignIn()[subject]}</p>
      <SignInAgain returnTo={`${location.pathname}${location.search}`} />
    </Alert>
  );
}

const askToSignIn = () => ({
  balance: t`Your account has no password, so sign in again to pay from your balance. You’ll come back to this page.`,
  card: t`Your account has no password, so sign in again to replace the card. You’ll come back to this page.`,
  decline: t`Your account has no password, so sign in again to decline the offer. You’ll come back to this page.`,
  email: t`Your account has no password, so sign in again to change your name or email. You’ll come back to this page.`,
  offer: t`Your account has no password, so sign in again to accept the offer. You’ll come back to this page.`,
  passkeys: t`Your account has no password, so sign in again to change how you sign in. You’ll come back to this page.`,
  payout: t`Your account has no password, so sign in again to change your PayPal address. You’ll come back to this page.`,
  return: t`Your account has no password, so sign in again to return the certificate. You’ll come back to this page.`,
  sessions: t`Your account has no password, so sign in again to sign out other devices. You’ll come back to this page.`,
  traveler: t`Your account has no password, so sign in again to name the traveler. You’ll come back to this page.`,
});
