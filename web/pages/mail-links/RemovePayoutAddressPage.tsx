import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { MailLinkPage } from '#web/pages/mail-links/MailLinkPage.tsx';

export function RemovePayoutAddressPage() {
  return (
    <MailLinkPage
      apiPath="/api/remove-payout-address"
      title={t`Remove this PayPal address?`}
      action={t`Remove the address`}
      pendingAction={t`Removing…`}
      doneTitle={t`The PayPal address was removed`}
      next={
        <p>
          <Trans>
            If you didn’t add it, someone may know your password. <Link href={paths.forgotPassword}>Set a new one</Link> now.
          </Trans>
        </p>
      }
    >
      <p>{t`Your earnings stay in your account until you add another address.`}</p>
    </MailLinkPage>
  );
}
