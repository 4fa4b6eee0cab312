import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function VerifyEmailPage() {
  return (
    <MailLinkPage
      apiPath="/api/verify-email"
      title="Verify your email"
      action="Verify my email"
      pendingAction="Verifying…"
      doneTitle="Email verified"
    >
      <p>Tap to confirm your email.</p>
    </MailLinkPage>
  );
}
