/**
 * Public keys of the identity provider (JWKS), cached for as long as the provider allows and refetched when a token has an unknown key id.
 */
import { importJWK } from 'jose';
import * as v from 'valibot';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { describeError, logError } from '#worker/log.ts';

const timeoutMs = 5_000;
/** Minimum number of seconds between fetches. Limits fetches caused by forged tokens, which may name any key. */
const refetchAfterSeconds = 60;
/** Retry interval while no keys are loaded. It is shorter because provider sign-in does not work without them. */
const retryAfterSeconds = 5;
/** Grace period for expired keys while new ones are being fetched or are unavailable. */
const graceSeconds = 3_600;
const minCacheSeconds = 60;
const longestSeconds = 86_400;
const withoutMaxAgeSeconds = 3_600;

const KeySetResponse = v.object({ keys: v.array(v.unknown()) });

/** An RS256 verification key. A key set may also contain other kinds of keys. */
const SigningKey = v.looseObject({
  kid: v.string(),
  kty: v.literal('RSA'),
  n: v.string(),
  e: v.string(),
  alg: v.optional(v.literal('RS256')),
  use: v.optional(v.literal('sig')),
  key_ops: v.optional(
    v.pipe(
      v.array(v.string()),
      v.check((operations) => operations.includes('verify')),
    ),
  ),
});

interface KeySet {
  keys: Map<string, CryptoKey>;
  freshUntil: Seconds;
  /** Time of the last fetch attempt. Set before the fetch so that concurrent requests do not repeat it. */
  askedAt: Seconds;
  fetchState: 'awaited' | 'given' | 'failed';
}

/** Key sets by URL. Stores values instead of promises because a promise is bound to the request that created it. */
const keySets = new Map<string, KeySet>();

/**
 * Reason why no key is available to verify a token: the key is unknown, or the provider is unreachable and must not be retried for a few
 * seconds.
 */
export type KeyRefusal = 'identity_token_invalid' | { reason: 'identity_unavailable'; retryAfterSeconds: Seconds };

/**
 * Returns the key with this id. Concurrent requests share one fetch, except before the first keys are loaded, when each request may fetch.
 */
export async function getSigningKey(address: string, kid: string, now: Seconds): Promise<Result<CryptoKey, KeyRefusal>> {
  const keySet = keySets.get(address) ?? { keys: new Map(), freshUntil: 0, askedAt: 0, fetchState: 'failed' };
  keySets.set(address, keySet);
  const isFresh = now < keySet.freshUntil && keySet.keys.has(kid);
  if (!isFresh && getRetryDelay(keySet, now) <= 0) await fetchKeys(address, keySet, now);
  const key = isUsable(keySet, now) ? keySet.keys.get(kid) : undefined;
  if (key) return ok(key);
  if (isUsable(keySet, now) && keySet.fetchState === 'given') return err('identity_token_invalid');
  return err({
    reason: 'identity_unavailable',
    retryAfterSeconds: keySet.fetchState === 'failed' ? getRetryDelay(keySet, now) : retryAfterSeconds,
  });
}

function isUsable(keySet: KeySet, now: Seconds): boolean {
  return now < keySet.freshUntil + graceSeconds;
}

function getRetryDelay(keySet: KeySet, now: Seconds): Seconds {
  if (isUsable(keySet, now)) return keySet.askedAt + refetchAfterSeconds - now;
  return keySet.fetchState === 'failed' ? keySet.askedAt + retryAfterSeconds - now : 0;
}

async function fetchKeys(address: string, keySet: KeySet, now: Seconds): Promise<void> {
  keySet.askedAt = now;
  keySet.fetchState = 'awaited';
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const publishedKeys = v.parse(KeySetResponse, await response.json()).keys;
    const keys = publishedKeys.filter((key) => v.is(SigningKey, key));
    if (keys.length === 0) throw new Error('no key that verifies RS256 signatures');
    const importedKeys = await Promise.all(keys.map(async ({ kid, kty, n, e }) => [kid, await importJWK({ kty, n, e }, 'RS256')] as const));
    keySet.keys = new Map(importedKeys as [string, CryptoKey][]);
    keySet.freshUntil = now + readMaxAge(response);
    keySet.fetchState = 'given';
  } catch (error) {
    logError('identity_keys_not_read', { address, error: describeError(error) });
    // Leaves the state unchanged if a concurrent request has already fetched the keys.
    if (keySet.fetchState === 'awaited') keySet.fetchState = 'failed';
  }
}

function readMaxAge(response: Response): number {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(response.headers.get('Cache-Control') ?? '')?.[1];
  return Math.min(longestSeconds, Math.max(minCacheSeconds, maxAge === undefined ? withoutMaxAgeSeconds : Number(maxAge)));
}
