/** Codes of an app (TOTP, RFC 6238): 6 digits, a new one each 30 seconds, SHA-1, which is all that the common apps can do. */
import { Secret, TOTP } from 'otpauth';
import { totpStepSeconds, totpStepsAside } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

const issuer = 'Cache Cards';
const secretBytes = 20;

/** Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What apps read out of a QR code. */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The step whose code this is; undefined for a wrong one. `now` is the true time: the app knows no other. */
export function totpStep(secret: string, code: string, now: Seconds): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now * 1_000, window: totpStepsAside });
  return delta === null ? undefined : Math.floor(now / totpStepSeconds) + delta;
}

function totpOf(secret: string, label = issuer): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: totpStepSeconds, secret: Secret.fromBase32(secret) });
}
