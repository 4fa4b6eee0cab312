import { Preferences } from '#schema/my-data.ts';
import type { User } from '#schema/user.ts';
import { SignInAgain } from '#web/features/account/SignInAgain.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { now } from '#web/lib/now.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { FormPasswordField } from '#web/ui/form-inputs.tsx';

/** Beside another e-mail in the profile, or another PayPal address: what shows that it is the member who asks for it. Asked in that form. */
export function ProofForNewEmail({ user, what = 'email' }: { user: User; what?: string }) {
  // Only these may be without a password, so only they are asked about.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences, { asksOnVisit: true });
  if (user.oauthProvider === null || error || data?.hasPassword) {
    return (
      <FormPasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        hint={`To change your ${what} we must know that it is you. Within 10 minutes of signing in you can leave this empty.`}
      />
    );
  }
  if (!data || Date.parse(data.freshUntil) > now()) return null;
  return (
    <Alert tone="info" title="Please sign in again first">
      <p>To change your {what} we must know that it is you, and your account has no password. You come back here afterwards.</p>
      <SignInAgain returnTo={`${location.pathname}${location.search}`} />
    </Alert>
  );
}
