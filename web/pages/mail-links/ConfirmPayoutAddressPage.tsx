import { t } from '@lingui/core/macro';
import { dateTime } from '#web/lib/format.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmPayoutAddressPage() {
  return (
    <MailLinkPage
      apiPath="/api/confirm-payout-address"
      title={t`Confirm your PayPal address`}
      action={t`Send my earnings here`}
      pendingAction={t`Confirming…`}
      doneTitle={t`Your PayPal address is confirmed`}
      next={({ heldUntil }) => heldUntil && <p>{t`This address is new. For your security, payouts start on ${dateTime(heldUntil)}.`}</p>}
    >
      <p>{t`Tap to receive your Cache Cards earnings at this address. If you didn’t ask for this, close this page.`}</p>
    </MailLinkPage>
  );
}
