import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import '#web/features/accounts/account/verification.css';
import { MessageResponse } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { type Bounce, OwnBounce } from '#schema/messages/bounce.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { errorText } from '#web/lib/api-error.ts';
import { date } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const describeBounce = (reason: Bounce['reason'], email: ReactNode, day: string): ReactNode =>
  ({
    bounced: (
      <Trans>
        Emails to {email} bounced on {day}, so we stopped sending them.
      </Trans>
    ),
    complained: (
      <Trans>
        Emails to {email} were marked as spam on {day}, so we now only send those about your account’s security.
      </Trans>
    ),
    refused: (
      <Trans>
        Emails to {email} could not be delivered on {day}, so we stopped sending them.
      </Trans>
    ),
  })[reason];

/** Warns the member that emails to their address bounce. Renders nothing while delivery works. */
export function BouncedEmail({ user }: { user: User }) {
  const { data } = useQuery('/api/user/bounce', OwnBounce, { revalidatesOnMount: true });
  const [statusText, setStatusText] = useState('');
  if (!data?.bounce) return null;
  const { reason, at } = data.bounce;
  const isComplaint = reason === 'complained';

  async function confirm() {
    setStatusText('');
    try {
      await apiSend('POST', '/api/verify-email/send', undefined, MessageResponse);
      setStatusText(t`Open the link we sent you. If nothing arrives, contact us.`);
    } catch (error) {
      setStatusText(errorText(error, t`We couldn’t send the email. Try again.`));
    }
  }

  const confirmButton = (text: string) => (
    <ActionButton className="link-button" action={confirm} pendingLabel={t`Sending…`}>
      {text}
    </ActionButton>
  );

  function nextStep() {
    if (isComplaint) return <Trans>To get all of them again, {confirmButton(t`confirm your address`)}.</Trans>;
    const confirmation = confirmButton(t`confirm that it works`);
    // The server refuses to change a verified address that bounces.
    if (user.emailVerified) {
      return (
        <Trans>
          Please {confirmation} or <Link href={paths.contact}>contact us</Link> to change it.
        </Trans>
      );
    }
    return <Trans>Correct the address below, or {confirmation}.</Trans>;
  }

  return (
    <div className="bounced-email">
      <Alert tone="warning" title={isComplaint ? t`We stopped most emails to you` : t`We can’t email you`}>
        <p className="verify-text">
          {describeBounce(reason, <strong>{user.email}</strong>, date(at))} {nextStep()}
        </p>
        <p className="verify-text" role="status">
          {statusText}
        </p>
      </Alert>
    </div>
  );
}
