import { t } from '@lingui/core/macro';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function VerifyEmailPage() {
  return (
    <MailLinkPage
      apiPath="/api/verify-email"
      title={t`Verify your email`}
      action={t`Verify my email`}
      pendingAction={t`Verifying…`}
      doneTitle={t`Email verified`}
    >
      <p>{t`Tap to confirm your email.`}</p>
    </MailLinkPage>
  );
}
