import { t } from '@lingui/core/macro';
import type { User } from '#schema/accounts/user.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { EndSessions, type EndSessionsChoice } from '#web/features/accounts/account/security/EndSessions.tsx';
import { signOutEverywhere } from '#web/features/accounts/account/security/sessions-api.ts';
import { endLocalSession } from '#web/features/accounts/session/session.ts';

export function SignOutEverywhere({ user }: { user: User }) {
  async function end(choice: EndSessionsChoice) {
    const { message } = await signOutEverywhere(choice);
    endLocalSession({ title: t`Signed out everywhere`, description: message, tone: 'info' });
  }

  return (
    <EndSessions
      consequence={t`You’ll be signed out on all your devices, including this one. Pending changes to your email or PayPal address are canceled.`}
      asksAboutPasskeys
      proof={<ProofOfIdentity user={user} subject="sessions" />}
      end={end}
    />
  );
}
