import { t } from '@lingui/core/macro';
import { EndSessions, type RecentPasskeysChoice } from '#web/features/accounts/account/security/EndSessions.tsx';
import { signOutEverywhere } from '#web/features/accounts/account/security/sessions-api.ts';
import { endLocalSession } from '#web/features/accounts/session/session.ts';

export function SignOutEverywhere() {
  async function end(recentPasskeys: RecentPasskeysChoice) {
    const { message } = await signOutEverywhere(recentPasskeys);
    endLocalSession({ title: t`Signed out everywhere`, description: message, tone: 'info' });
  }

  return (
    <EndSessions
      consequence={t`You’ll be signed out on all your devices, including this one. Pending changes to your email or PayPal address are canceled.`}
      asksAboutPasskeys
      end={end}
    />
  );
}
