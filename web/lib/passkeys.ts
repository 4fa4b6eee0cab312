/** Passkeys in the browser. For code that is loaded when somebody uses one. */
import { startAuthentication, startRegistration, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser';
import type { CreationOptions, PasskeyAssertion, PasskeyAttestation, RequestOptions } from '#schema/accounts/passkey.ts';

/** Has an authenticator make a passkey. Throws what `passkeyErrorText` has words for. */
export async function makePasskey(options: CreationOptions): Promise<PasskeyAttestation> {
  const { id, response } = await startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] });
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports ?? [],
  };
}

/** Has one shown; `isAutofill`: offered among what the browser fills in, without a question until one is chosen. Throws likewise. */
export async function showPasskey(options: RequestOptions, { isAutofill = false } = {}): Promise<PasskeyAssertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: isAutofill,
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Ends what waits to be chosen. */
export function stopAskingForPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Whether nobody chose one: called off by the person, or by another question. */
function wasCalledOff(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Why there is no passkey, for people; undefined for what is no failure of the authenticator. */
export function passkeyErrorText(error: unknown): string | undefined {
  if (wasCalledOff(error)) return 'No passkey was used. Please try again, and choose one when your device asks.';
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') return 'This device has a passkey for this account already.';
  if (error instanceof WebAuthnError || error.name === 'SecurityError' || error.name === 'NotSupportedError')
    return 'This browser cannot use passkeys here.';
  return undefined;
}
