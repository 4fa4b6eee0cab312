import { useState } from 'react';
import '#web/features/accounts/account/verification.css';
import { MessageResponse } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { type Bounce, OwnBounce } from '#schema/messages/bounce.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { errorText } from '#web/lib/api-error.ts';
import { date } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const bounceReasonTexts: Record<Bounce['reason'], string> = {
  bounced: 'bounced',
  complained: 'were marked as spam',
  refused: 'could not be delivered',
};

/** Warns the member that emails to their address bounce. Renders nothing while delivery works. */
export function BouncedEmail({ user }: { user: User }) {
  const { data } = useQuery('/api/user/bounce', OwnBounce, { revalidatesOnMount: true });
  const [statusText, setStatusText] = useState('');
  if (!data?.bounce) return null;

  async function confirm() {
    setStatusText('');
    try {
      await apiSend('POST', '/api/verify-email/send', undefined, MessageResponse);
      setStatusText('Open the link we sent you. If nothing arrives, please use another address.');
    } catch (error) {
      setStatusText(errorText(error, 'We couldn’t send the email. Try again.'));
    }
  }

  return (
    <div className="bounced-email">
      <Alert tone="warning" title="We can’t email you">
        <p className="verify-text">
          Emails to <strong>{user.email}</strong> {bounceReasonTexts[data.bounce.reason]} on {date(data.bounce.at)}, so we stopped sending
          them. Correct the address below, or{' '}
          <ActionButton className="link-button" action={confirm} pendingLabel="Sending…">
            confirm that it works
          </ActionButton>
          .
        </p>
        <p className="verify-text" role="status">
          {statusText}
        </p>
      </Alert>
    </div>
  );
}
