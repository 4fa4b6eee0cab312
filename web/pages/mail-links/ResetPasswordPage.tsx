import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/accounts/password-reset/password-reset.css';
import campfire from '#web/art/campfire.svg';
import { resetPassword } from '#web/features/accounts/account/account-api.ts';
import { NewPasswordForm } from '#web/features/accounts/account/security/NewPasswordForm.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { DoneMark } from '#web/ui/states/DoneMark.tsx';

const incompleteLinkText = () => t`This link is incomplete. Open it again from the email, or request a new one.`;

/** Sets a new password only on submit. Email clients prefetch links, so opening the page must not change anything. */
export function ResetPasswordPage() {
  const token = useMailedToken();
  return <PasswordReset key={token} token={token} />;
}

function PasswordReset({ token }: { token: string }) {
  const { refresh } = useUser();
  const [linkError, setLinkError] = useState(token ? null : incompleteLinkText());
  const [successMessage, setSuccessMessage] = useState<string>();

  if (linkError !== null) return <InvalidResetLink message={linkError} />;
  if (successMessage !== undefined) return <PasswordSet message={successMessage} />;
  return (
    <section className="sheet stack password-reset">
      <img src={campfire} width={440} height={330} alt="" />
      <h1>{t`Set a new password`}</h1>
      <p>
        {t`You’ll be signed out on all devices. Passkeys, pending changes and a recently added PayPal address are removed, in case someone else added them.`}
      </p>
      <NewPasswordForm
        token={token}
        send={resetPassword}
        onSaved={(message) => {
          setSuccessMessage(message);
          // The reset signed the member out on this device too, so reload the session.
          void refresh().catch(() => undefined);
        }}
        onInvalidLink={setLinkError}
      />
    </section>
  );
}

function PasswordSet({ message }: { message: string }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <section className="sheet stack password-reset password-reset-end">
      <DoneMark />
      <h1 ref={heading} tabIndex={-1}>
        {t`Your new password is set`}
      </h1>
      <p>{message}</p>
      <Link href={paths.auth} className="button">
        {t`Sign In`}
      </Link>
    </section>
  );
}

function InvalidResetLink({ message }: { message: string }) {
  return (
    <section className="sheet stack password-reset password-reset-end" role="alert">
      <img src={campfire} width={440} height={330} alt="" />
      <h1>{t`This link does not work`}</h1>
      <p>{message}</p>
      <Link href={paths.forgotPassword} className="button">
        {t`Request a new link`}
      </Link>
    </section>
  );
}
