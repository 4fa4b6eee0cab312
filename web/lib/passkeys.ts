/** Creates and uses passkeys. Loaded on demand. */
import { t } from '@lingui/core/macro';
import { startAuthentication, startRegistration, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser';
import type { CreationOptions, PasskeyAssertion, PasskeyAttestation, RequestOptions } from '#schema/accounts/passkey.ts';

/** Creates a passkey. Convert its errors with `passkeyErrorText`. */
export async function createPasskey(options: CreationOptions): Promise<PasskeyAttestation> {
  const { id, response } = await startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] });
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** Signs in with a passkey. `isAutofill` offers passkeys in autofill instead of a prompt. Convert errors with `passkeyErrorText`. */
export async function getPasskeyAssertion(options: RequestOptions, { isAutofill = false } = {}): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: isAutofill,
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Cancels a pending autofill request for a passkey. */
export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Returns whether the request was canceled by the user or by a newer request. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Returns the message for an authenticator error; undefined for any other error. */
export function passkeyErrorText(error: unknown): string | undefined {
  if (isCancellation(error)) return t`No passkey was used. Please try again and choose one when your device asks.`;
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return t`This device already has a passkey for this account.`;
  if (error instanceof WebAuthnError || error.name === 'SecurityError' || error.name === 'NotSupportedError')
    return t`This browser cannot use passkeys here.`;
  return undefined;
}
