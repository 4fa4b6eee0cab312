import { dateTime } from '#web/lib/format.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmPayoutAddressPage() {
  return (
    <MailLinkPage
      apiPath="/api/confirm-payout-address"
      title="Confirm your PayPal address"
      action="Send my earnings here"
      pendingAction="Confirming…"
      doneTitle="Your PayPal address is confirmed"
      next={({ heldUntil }) => heldUntil && <p>This address is new. For your security, payouts start on {dateTime(heldUntil)}.</p>}
    >
      <p>Tap to receive your Cache Cards earnings at this address. If you didn’t ask for this, close this page.</p>
    </MailLinkPage>
  );
}
