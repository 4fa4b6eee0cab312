import { useState } from 'react';
import '#web/components/verification/verification.css';
import { MessageResponse } from '#schema/account.ts';
import type { User } from '#schema/user.ts';
import { Alert } from '#web/components/Alert.tsx';
import { apiSend, errorText } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';

type Sending = { step: 'idle' | 'pending' } | { step: 'sent' | 'failed'; message: string };

/** Asks a member to verify their address, and sends the mail again; nothing for who has done so. */
export function VerifyEmailNotice({ user }: { user: User }) {
  const { refresh } = useUser();
  const [sending, setSending] = useState<Sending>({ step: 'idle' });
  if (user.emailVerified) return null;

  async function send() {
    if (sending.step === 'pending') return;
    setSending({ step: 'pending' });
    try {
      const { message } = await apiSend('POST', '/api/verify-email/send', undefined, MessageResponse);
      setSending({ step: 'sent', message });
      // It may have been verified on another device meanwhile.
      void refresh().catch(() => undefined);
    } catch (error) {
      setSending({ step: 'failed', message: errorText(error, 'The mail was not sent. Please try again.') });
    }
  }

  return (
    <Alert tone="warning" title="Please verify your email address">
      <p className="verify-text">
        We have sent a link to <strong>{user.email}</strong>. You need that before you can redeem a vacation certificate.
      </p>
      <p className="verify-text" role="status">
        {'message' in sending ? sending.message : ''}
      </p>
      <button type="button" className="secondary" aria-busy={sending.step === 'pending' || undefined} onClick={() => void send()}>
        {sending.step === 'pending' ? 'Sending…' : 'Send again'}
      </button>
    </Alert>
  );
}
