import { SendPasswordLink } from '#web/features/accounts/account/security/SendPasswordLink.tsx';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function SecureAccountPage() {
  return (
    <MailLinkPage
      apiPath="/api/secure-account"
      title="Secure your account"
      action="Secure my account"
      pendingAction="Securing…"
      doneTitle="Your account is secure"
      next={({ email }) =>
        email && (
          <>
            <p>
              Someone may know your password. We’ll send a link to set a new one to <strong>{email}</strong>.
            </p>
            <SendPasswordLink email={email} label="Set a new password" />
          </>
        )
      }
      nextLeads
    >
      <p>
        Tap to sign out all devices and cancel pending changes. Passkeys, PayPal addresses, and Google, Facebook and Apple sign-ins added in
        the last 30 days are removed, and a new password stops working.
      </p>
    </MailLinkPage>
  );
}
