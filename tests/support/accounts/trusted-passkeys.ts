/**
 * Replaces the WebAuthn library in tests with thousands of histories: a passkey's name is accepted as proof of possession. Never used by
 * the product.
 */
import type { CreationOptions, RequestOptions } from '#schema/accounts/passkey.ts';
import type * as real from '#worker/security/passkeys.ts';

export const creationOptions: typeof real.creationOptions = async (_, { challenge }) => ({ challenge }) as CreationOptions;

export const requestOptions: typeof real.requestOptions = async (_, { challenge }) => ({ challenge }) as RequestOptions;

export const verifyAttestation: typeof real.verifyAttestation = async (_, __, { id }) => ({
  credentialId: id,
  publicKey: 'trusted',
  counter: 0,
  transports: '[]',
});

export const verifyAssertion: typeof real.verifyAssertion = async () => 0;
