import { dateTime } from '#web/lib/format.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function ConfirmPayoutAddressPage() {
  return (
    <MailLinkPage
      call="/api/confirm-payout-address"
      title="Confirm your PayPal address"
      action="Send my earnings here"
      pendingAction="Confirming…"
      doneTitle="Your PayPal address is confirmed"
      next={({ heldUntil }) => heldUntil && <p>It took the place of another one: to be safe we pay nothing until {dateTime(heldUntil)}.</p>}
    >
      <p>One press, and your Cache Cards earnings go to this PayPal address. You did not ask for that? Then please close this page.</p>
    </MailLinkPage>
  );
}
