import { useState } from 'react';
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

const effects: Record<Bounce['reason'], (day: string) => string> = {
  bounced: (day) => `bounced on ${day}, so we stopped sending them`,
  complained: (day) => `were marked as spam on ${day}, so we now only send those about your account’s security`,
  refused: (day) => `could not be delivered on ${day}, so we stopped sending them`,
};

/** Warns the member that emails to their address bounce. Renders nothing while delivery works. */
export function BouncedEmail({ user }: { user: User }) {
  const { data } = useQuery('/api/user/bounce', OwnBounce, { revalidatesOnMount: true });
  const [statusText, setStatusText] = useState('');
  if (!data?.bounce) return null;
  const { reason, at } = data.bounce;
  const isComplaint = reason === 'complained';
  // The server refuses to change a verified address that bounces.
  const isFixed = !isComplaint && user.emailVerified;
  const lead = isComplaint ? 'To get all of them again,' : isFixed ? 'Please' : 'Correct the address below, or';

  async function confirm() {
    setStatusText('');
    try {
      await apiSend('POST', '/api/verify-email/send', undefined, MessageResponse);
      setStatusText('Open the link we sent you. If nothing arrives, contact us.');
    } catch (error) {
      setStatusText(errorText(error, 'We couldn’t send the email. Try again.'));
    }
  }

  return (
    <div className="bounced-email">
      <Alert tone="warning" title={isComplaint ? 'We stopped most emails to you' : 'We can’t email you'}>
        <p className="verify-text">
          Emails to <strong>{user.email}</strong> {effects[reason](date(at))}. {lead}{' '}
          <ActionButton className="link-button" action={confirm} pendingLabel="Sending…">
            {isComplaint ? 'confirm your address' : 'confirm that it works'}
          </ActionButton>
          {isFixed && (
            <>
              {' '}
              or <Link href={paths.contact}>contact us</Link> to change it
            </>
          )}
          .
        </p>
        <p className="verify-text" role="status">
          {statusText}
        </p>
      </Alert>
    </div>
  );
}
