import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { passkeyChallengeSeconds } from '#schema/rules.ts';
import { AuthAlert } from '#web/features/accounts/sign-in/AuthAlert.tsx';
import { offerPasskeys, signInByPasskey } from '#web/features/accounts/sign-in/passkey-sign-in.ts';
import { suspendedNotice } from '#web/features/accounts/sign-in/suspended-notice.tsx';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { cancelPasskeyRequest, passkeyErrorText } from '#web/lib/passkeys.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Interval for renewing the passkey challenge, in milliseconds: 80% of a challenge's lifetime. */
const renewAfterMs = passkeyChallengeSeconds * 800;

/** Signs in when the button is pressed, or through the browser's autofill in the email field. */
export function PasskeyButton() {
  const [failure, setFailure] = useState<ReactNode>();

  const isAsking = useRef(false);

  useEffect(() => {
    function offer() {
      if (isAsking.current || document.visibilityState === 'hidden') return;
      cancelPasskeyRequest();
      offerPasskeys().catch((error: unknown) => {
        // Shows no message if the member did not choose a passkey, the browser does not support autofill of passkeys, or the server
        // rate-limits the request.
        if (error instanceof ApiError && error.status !== 429) setFailure(formatFailure(error));
      });
    }
    offer();
    const renewTimer = setInterval(offer, renewAfterMs);
    return () => {
      clearInterval(renewTimer);
      cancelPasskeyRequest();
    };
  }, []);

  async function signIn() {
    setFailure(undefined);
    isAsking.current = true;
    try {
      await signInByPasskey();
    } catch (error) {
      setFailure(formatFailure(error));
    } finally {
      isAsking.current = false;
    }
  }

  return (
    <>
      <AuthAlert message={failure} />
      <ActionButton className="secondary button-block" action={signIn} pendingLabel={t`Waiting for your device…`}>
        {t`Sign in with a passkey`}
      </ActionButton>
    </>
  );
}

function formatFailure(error: unknown): ReactNode {
  return passkeyErrorText(error) ?? suspendedNotice(error) ?? errorText(error, t`Please sign in another way.`);
}
