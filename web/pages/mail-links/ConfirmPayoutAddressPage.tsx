import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

/** /confirm-payout-address: sends a member's earnings to the PayPal address that the link was mailed to. */
export function ConfirmPayoutAddressPage() {
  return (
    <MailLinkPage
      call="/api/confirm-payout-address"
      title="Confirm your PayPal address"
      action="Send my earnings here"
      pendingAction="Confirming…"
      doneTitle="Your PayPal address is confirmed"
      next={<p>Where it took the place of another one, we pay nothing for 7 days, to be safe.</p>}
    >
      <p>One press, and your Cache Cards earnings go to this PayPal address. You did not ask for that? Then please close this page.</p>
    </MailLinkPage>
  );
}
