import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function RemovePayoutAddressPage() {
  return (
    <MailLinkPage
      apiPath="/api/remove-payout-address"
      title="Remove this PayPal address?"
      action="Remove the address"
      pendingAction="Removing…"
      doneTitle="The PayPal address was removed"
      next={
        <p>
          If you didn’t add it, someone may know your password. <Link href={paths.forgotPassword}>Set a new one</Link> now.
        </p>
      }
    >
      <p>Your earnings stay in your account until you add another address.</p>
    </MailLinkPage>
  );
}
