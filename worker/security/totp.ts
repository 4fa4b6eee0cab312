/** TOTP (RFC 6238) with 6 digits, 30 seconds and SHA-1, the only hash that common apps support. */
import { Secret, TOTP } from 'otpauth';
import { totpStepSeconds, totpStepTolerance } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

const issuer = 'Cache Cards';
const secretBytes = 20;

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` URL for the QR code. */
export function createTotpUrl(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/**
 * Returns the time step that matches the code, or undefined for a wrong code. `now` must be the real time because authenticator apps use
 * it.
 */
export function totpStep(secret: string, code: string, now: Seconds): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now * 1_000, window: totpStepTolerance });
  return delta === null ? undefined : Math.floor(now / totpStepSeconds) + delta;
}

function createTotp(secret: string, label = issuer): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: totpStepSeconds, secret: Secret.fromBase32(secret) });
}
