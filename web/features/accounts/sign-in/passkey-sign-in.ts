/** Signs in with a passkey. These functions throw if the device or the server rejects the attempt. */
import { t } from '@lingui/core/macro';
import { RequestOptions } from '#schema/accounts/passkey.ts';
import { SignedInUser } from '#schema/accounts/user.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { getPasskeyAssertion } from '#web/lib/passkeys.ts';
import { showToast } from '#web/lib/react/toast.ts';

export function signInByPasskey(): Promise<void> {
  return signIn(false);
}

/** Offers passkeys through the browser's autofill, if supported. Resolves once the visitor has chosen one and is signed in. */
export async function offerPasskeys(): Promise<void> {
  if (await PublicKeyCredential.isConditionalMediationAvailable?.()) await signIn(true);
}

async function signIn(isAutofill: boolean): Promise<void> {
  const options = await apiSend('POST', '/api/login/passkey/options', undefined, RequestOptions);
  const passkey = await getPasskeyAssertion(options, { isAutofill });
  await endPendingLogout();
  startSession(await apiSend('POST', '/api/login/passkey', { passkey }, SignedInUser));
  showToast({ title: t`Login Successful`, tone: 'success' });
}
