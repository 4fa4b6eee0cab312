import type { ComponentProps } from 'react';
import { Preferences } from '#schema/my-data.ts';
import type { User } from '#schema/user.ts';
import { Alert } from '#web/components/Alert.tsx';
import { SignInAgain } from '#web/components/account-forms/SignInAgain.tsx';
import { PasswordField } from '#web/components/PasswordField.tsx';
import { useQuery } from '#web/lib/query.ts';

/** Beside another e-mail in the profile: what shows that it is the member who asks for it. Takes what its password field takes. */
export function ProofForNewEmail({ user, ...field }: { user: User; error: string | undefined } & ComponentProps<'input'>) {
  // Only these may be without a password, so only they are asked about.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences, { asksOnVisit: true });
  if (user.oauthProvider === null || error || data?.hasPassword) {
    return (
      <PasswordField
        {...field}
        label="Current password"
        autoComplete="current-password"
        hint="To change your email we must know that it is you. Within 10 minutes of signing in you can leave this empty."
      />
    );
  }
  if (!data || Date.parse(data.freshUntil) > Date.now()) return null;
  return (
    <Alert tone="info" title="Please sign in again first">
      <p>To change your email we must know that it is you, and your account has no password. You come back here afterwards.</p>
      <SignInAgain returnTo={`${location.pathname}${location.search}`} />
    </Alert>
  );
}
