import { navigate } from 'wouter/use-browser-location';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { rememberReturnPath, signOut } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

/** Signs out, and in again: the sign-in then is a fresh one. It leads back to `returnTo`. */
export function SignInAgain({ returnTo }: { returnTo: string }) {
  async function signInAgain() {
    await signOut();
    rememberReturnPath(returnTo);
    navigate(paths.auth);
  }
  return (
    <ActionButton action={signInAgain} pendingLabel="Signing out…">
      Sign in again
    </ActionButton>
  );
}
