import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Preferences } from '#schema/accounts/my-data.ts';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import type { User } from '#schema/accounts/user.ts';
import { PasswordForm, type PasswordFormProps } from '#web/features/accounts/account/security/PasswordForm.tsx';
import { SendPasswordLink } from '#web/features/accounts/account/security/SendPasswordLink.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { Loading } from '#web/ui/states/Loading.tsx';

export function PasswordSection({ user, ...form }: { user: User } & PasswordFormProps) {
  // The preferences show whether the account has a password. Only accounts linked to an identity provider can lack one, so other accounts
  // do not request them.
  const { data, error } = useQuery(user.oauthProvider === null ? null : '/api/preferences', Preferences);
  if (user.oauthProvider === null || error || data?.hasPassword) return <PasswordForm user={user} {...form} />;
  if (data) return <FirstPassword user={user} />;
  return <Loading label={t`Loading…`} lines={4} />;
}

/** Offers an email with a link for setting a first password. */
function FirstPassword({ user }: { user: User }) {
  const provider = socialProviders.find((name) => name === user.oauthProvider);
  return (
    <div className="stack">
      <p>
        {provider ? t`You sign in with ${providerNames[provider]}.` : t`You sign in with another provider.`}{' '}
        <Trans>
          To sign in with your email too, set a password. We’ll send a link to <strong>{user.email}</strong>. Setting a password signs you
          out on all devices and removes your passkeys.
        </Trans>
      </p>
      <SendPasswordLink email={user.email} className="secondary" />
    </div>
  );
}
