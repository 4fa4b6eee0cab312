/** Replays the first response to retries with the same idempotency key for 24 hours, measured on the fake's clock. */
import { createHash } from 'node:crypto';
import type { Account, StoredResponse } from '#scripts/fakes/stripe/account.ts';
import { StripeFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { canonicalForm } from '#scripts/fakes/stripe/http/form.ts';

const retentionSeconds = 86_400;
const maxKeyLength = 255;

const inFlight = new Set<string>();

/**
 * Claims an idempotency key for a call. Returns the stored response if the key was already used. The caller must call `release` after every
 * claim.
 */
export function claimKey(
  account: Account,
  key: string,
  path: string,
  body: string,
): { storedResponse?: StoredResponse; fingerprint: string } {
  if (key.length > maxKeyLength) {
    throw new StripeFailure(400, { type: 'invalid_request_error', message: 'Idempotency keys have at most 255 characters.' }, false);
  }
  const fingerprint = createHash('sha256')
    .update(`${path}\n${canonicalForm(body)}`)
    .digest('hex');
  const storedResponse = account.answers.get(key);
  if (storedResponse && storedResponse.at > account.clock.now(null) - retentionSeconds) {
    if (storedResponse.fingerprint === fingerprint) return { storedResponse: storedResponse, fingerprint };
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeFailure(400, { type: 'idempotency_error', message }, false);
  }
  if (inFlight.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
    throw new StripeFailure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message }, false);
  }
  inFlight.add(key);
  return { fingerprint };
}

export function releaseKey(key: string): void {
  inFlight.delete(key);
}

export function storeResponse(account: Account, key: string, response: Omit<StoredResponse, 'at'>): void {
  const now = account.clock.now(null);
  for (const [old, { at }] of account.answers) {
    if (at > now - retentionSeconds) break;
    account.answers.delete(old);
  }
  account.answers.set(key, { ...response, at: now });
  account.store.version += 1;
}
