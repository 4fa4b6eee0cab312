import { t } from '@lingui/core/macro';
import { navigate } from 'wouter/use-browser-location';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { signOut } from '#web/features/accounts/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { addressOf } from '#web/lib/words/words.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Signs the member out and in again to get a fresh session, then returns to `returnTo`. */
export function SignInAgain({ returnTo }: { returnTo: string }) {
  async function signInAgain() {
    await signOut();
    storeReturnPath(returnTo);
    navigate(addressOf(paths.auth));
  }
  return <ActionButton action={signInAgain} pendingLabel={t`Signing out…`}>{t`Sign in again`}</ActionButton>;
}
