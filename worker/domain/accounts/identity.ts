/** Claims from a verified token issued by the identity provider. Product rules: Accounts and sessions. */
import * as v from 'valibot';
import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { cleanEmail, email as emailRule } from '#schema/email-address.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { comparisonKey } from './profile.ts';
import { cleanDisplayName, cleanPhotoAddress } from './provider-profile.ts';

export interface Identity {
  uid: string;
  provider: SocialProvider;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string | null;
  picture: string | null;
  authTime: Seconds;
}

export type IdentityRefusal =
  | 'identity_token_missing'
  | 'identity_token_invalid'
  | 'identity_token_expired'
  | 'identity_unsupported'
  | 'identity_without_email'
  | 'identity_email_unsupported'
  | 'identity_mismatch'
  | 'identity_outdated';

const clockToleranceSeconds = 30;

const Claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  iat: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  firebase: v.object({ sign_in_provider: v.string(), identities: v.optional(v.record(v.string(), v.array(v.unknown()))) }),
});

/**
 * Requires ASCII before the `@`, because normalization could turn another person's address into this account's. DNS names are ASCII, so the
 * domain is safe.
 */
const Email = v.pipe(v.string(), v.regex(/^[!-~]+@[\p{L}\p{M}\p{N}.-]+$/u), emailRule('We cannot send email to this address'));

/** Reads the identity from a provider's token. The token's signature, issuer, audience and expiry must already be verified. */
export function readIdentity(payload: unknown, now: Seconds): Result<Identity, IdentityRefusal> {
  const result = v.safeParse(Claims, payload);
  if (!result.success) return err('identity_token_invalid');
  const { sub, iat, auth_time, email, email_verified, name, picture, firebase } = result.output;
  const maxIssuedAt = now + clockToleranceSeconds;
  if (iat > maxIssuedAt || auth_time > maxIssuedAt) return err('identity_token_invalid');
  const provider = socialProviders.find((candidate) => `${candidate}.com` === firebase.sign_in_provider);
  if (!provider) return err('identity_unsupported');
  const subject = firebase.identities?.[firebase.sign_in_provider]?.[0];
  if (typeof subject !== 'string' || subject === '') return err('identity_token_invalid');
  if (!email) return err('identity_without_email');
  const address = v.safeParse(Email, email);
  if (!address.success) return err('identity_email_unsupported');
  return ok({
    uid: sub,
    provider,
    subject,
    email: address.output,
    isEmailVerified: email_verified === true,
    name: cleanDisplayName(name),
    picture: cleanPhotoAddress(picture),
    authTime: auth_time,
  });
}

/**
 * Sign-in data that the page sends with the provider's token. Only the token is trusted. If the email, uid or provider does not match the
 * token, the request was tampered with.
 */
export interface Assertion {
  firebaseUid?: string | null | undefined;
  email?: string | null | undefined;
  provider?: string | null | undefined;
}

const unknownProviders = new Set(['unknown', 'redirect', '']);

export function contradicts(identity: Identity, { firebaseUid, email, provider }: Assertion): boolean {
  if (firebaseUid && firebaseUid !== identity.uid) return true;
  if (email && comparisonKey(cleanEmail(email)) !== comparisonKey(identity.email)) return true;
  // The first segment of the provider's id, such as `google` in google.com.
  const providerName = (provider ?? '').trim().toLowerCase().split('.')[0] ?? '';
  return !unknownProviders.has(providerName) && providerName !== identity.provider;
}
