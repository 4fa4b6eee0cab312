import { t } from '@lingui/core/macro';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmEmailChangePage() {
  return (
    <MailLinkPage
      apiPath="/api/confirm-email-change"
      title={t`Confirm your new email`}
      action={t`Use this address`}
      pendingAction={t`Changing…`}
      doneTitle={t`Your email was changed`}
      next={<p>{t`From now on, sign in with this address. For 7 days, you can undo this with the link we sent to your old address.`}</p>}
    >
      <p>{t`Tap to use this address for your Cache Cards account. If you didn’t ask for this, close this page.`}</p>
    </MailLinkPage>
  );
}
