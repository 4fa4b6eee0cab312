import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SendPasswordLink } from '#web/features/accounts/account/security/SendPasswordLink.tsx';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function SecureAccountPage() {
  return (
    <MailLinkPage
      apiPath="/api/secure-account"
      title={t`Secure your account`}
      action={t`Secure my account`}
      pendingAction={t`Securing…`}
      doneTitle={t`Your account is secure`}
      next={({ email }) =>
        email && (
          <>
            <p>
              <Trans>
                Someone may know your password. We’ll send a link to set a new one to <strong>{email}</strong>.
              </Trans>
            </p>
            <SendPasswordLink email={email} label={t`Set a new password`} />
          </>
        )
      }
      nextLeads
    >
      <p>
        {t`Tap to sign out all devices and cancel pending changes. Passkeys, PayPal addresses, and Google, Facebook and Apple sign-ins added in the last 30 days are removed, and a new password stops working.`}
      </p>
    </MailLinkPage>
  );
}
