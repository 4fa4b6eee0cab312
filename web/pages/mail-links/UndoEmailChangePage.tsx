import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

/** Cancels a pending change of email or reverts a completed one. */
export function UndoEmailChangePage() {
  return (
    <MailLinkPage
      apiPath="/api/undo-email-change"
      title={t`Undo your email change`}
      action={t`Undo the change`}
      pendingAction={t`Undoing…`}
      doneTitle={t`Your email change was undone`}
      next={
        <p>
          <Trans>
            If you didn’t make the change, someone may know your password. <Link href={paths.forgotPassword}>Set a new one</Link> now.
          </Trans>
        </p>
      }
    >
      <p>
        {t`Your account keeps its old email. You’ll be signed out on all devices. Passkeys and PayPal addresses added in the last 30 days are removed, and a new password stops working.`}
      </p>
    </MailLinkPage>
  );
}
