/** WebAuthn. The relying party is the host of PUBLIC_ORIGIN, and user verification is required. The library is loaded on demand. */
import { base64url } from 'jose';
import type { CreationOptions, PasskeyAssertion, PasskeyAttestation, RequestOptions } from '#schema/accounts/passkey.ts';
import { passkeyChallengeSeconds } from '#schema/rules.ts';
import { randomToken, sha256 } from './random.ts';

const siteName = 'Cache Cards';
const timeout = passkeyChallengeSeconds * 1_000;
const load = () => import('@simplewebauthn/server');

/** A challenge is only valid for its purpose. */
export type ChallengePurpose = 'add_admin_passkey' | 'prove_admin' | 'add_member_passkey' | 'member_sign_in';

export interface StoredPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  /** JSON array of WebAuthn transports. */
  transports: string;
}

interface Challenge {
  challenge: string;
  hash: string;
}

/** Creates a challenge and its stored form. `session` is the hash of the requesting session, or an empty string. */
export async function newChallenge(purpose: ChallengePurpose, session: string): Promise<Challenge> {
  const challenge = randomToken();
  return { challenge, hash: await challengeHash(challenge, purpose, session) };
}

/** Reads the challenge from the browser's response. The caller must check in the database that the challenge was issued. */
export async function readChallenge(clientDataJSON: string, purpose: ChallengePurpose, session: string): Promise<Challenge | undefined> {
  try {
    const { challenge } = JSON.parse(new TextDecoder().decode(base64url.decode(clientDataJSON))) as { challenge?: unknown };
    return typeof challenge === 'string' ? { challenge, hash: await challengeHash(challenge, purpose, session) } : undefined;
  } catch {
    return undefined;
  }
}

function challengeHash(challenge: string, purpose: ChallengePurpose, session: string): Promise<string> {
  return sha256(`${purpose}:${session}:${challenge}`);
}

interface Owner {
  handle: string;
  email: string;
  name: string;
}

/** Returns the options for creating a passkey. `existingPasskeys` keeps an authenticator from creating a second passkey for the account. */
export async function creationOptions(
  origin: string,
  { challenge }: Challenge,
  owner: Owner,
  existingPasskeys: readonly StoredPasskey[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: new URL(origin).hostname,
    userID: new Uint8Array(new TextEncoder().encode(owner.handle)),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: new Uint8Array(base64url.decode(challenge)),
    timeout,
    attestationType: 'none',
    excludeCredentials: existingPasskeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return options as CreationOptions;
}

/** Returns the options for requesting a passkey. Without `known`, any passkey for this site is accepted. */
export async function requestOptions(
  origin: string,
  { challenge }: Challenge,
  existingPasskeys: readonly StoredPasskey[],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await load();
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    challenge: new Uint8Array(base64url.decode(challenge)),
    timeout,
    allowCredentials: existingPasskeys.map(toDescriptor),
    userVerification: 'required',
  });
  return options as RequestOptions;
}

function toDescriptor({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports: JSON.parse(transports) as string[] };
}

/** Verifies the response to a passkey creation challenge. Returns the passkey to store; undefined if the response is invalid. */
export async function verifyAttestation(
  origin: string,
  { challenge }: Challenge,
  attestation: PasskeyAttestation,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await load();
  try {
    const { clientDataJSON, attestationObject } = attestation;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: attestation.id,
        rawId: attestation.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = attestation.transports.filter((name) => transportNames.has(name));
    return { credentialId: id, publicKey: base64url.encode(publicKey), counter, transports: JSON.stringify(transports) };
  } catch {
    return undefined;
  }
}

const transportNames = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/**
 * Verifies a passkey assertion. Returns the new counter; undefined if the response is invalid or the counter did not increase, which
 * indicates a cloned key.
 */
export async function verifyAssertion(
  origin: string,
  { challenge }: Challenge,
  assertion: PasskeyAssertion,
  storedPasskey: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { id, ...response } = assertion;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: {
        id: storedPasskey.credentialId,
        publicKey: new Uint8Array(base64url.decode(storedPasskey.publicKey)),
        counter: storedPasskey.counter,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
