/** The identity provider's public keys (JWKS): cached as long as the provider allows, refetched for an unknown key. */
import { importJWK } from 'jose';
import * as v from 'valibot';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { describeError, logError } from '#worker/log.ts';

const timeoutMs = 5_000;
/** Minimum interval between refetches: forged tokens may name any key. */
const refetchAfterSeconds = 60;
/** Without keys nobody can sign in, so retry sooner. */
const retryAfterSeconds = 5;
/** Expired keys stay valid for this long while new ones are fetched or unavailable. */
const graceSeconds = 3_600;
const shortestSeconds = 60;
const longestSeconds = 86_400;
const withoutMaxAgeSeconds = 3_600;

const KeySetAnswer = v.object({ keys: v.array(v.unknown()) });

/** An RS256 verification key; a set may contain others. */
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
  /** Set before the fetch, so that concurrent requests do not repeat it. */
  askedAt: Seconds;
  answer: 'awaited' | 'given' | 'failed';
}

/** Values by URL, not promises: those belong to the request that created them. */
const keySets = new Map<string, KeySet>();

/** Unknown key; or the provider is unreachable, with the seconds until the next try. */
export type KeyRefusal = 'identity_token_invalid' | { reason: 'identity_unavailable'; retryAfterSeconds: Seconds };

/** Concurrent requests share one fetch, except the very first, which each may make. */
export async function signingKey(address: string, kid: string, now: Seconds): Promise<Result<CryptoKey, KeyRefusal>> {
  const keySet = keySets.get(address) ?? { keys: new Map(), freshUntil: 0, askedAt: 0, answer: 'failed' };
  keySets.set(address, keySet);
  const isEnough = now < keySet.freshUntil && keySet.keys.has(kid);
  if (!isEnough && getRetryDelay(keySet, now) <= 0) await fetchKeys(address, keySet, now);
  const key = isUsable(keySet, now) ? keySet.keys.get(kid) : undefined;
  if (key) return ok(key);
  if (isUsable(keySet, now) && keySet.answer === 'given') return err('identity_token_invalid');
  return err({
    reason: 'identity_unavailable',
    retryAfterSeconds: keySet.answer === 'failed' ? getRetryDelay(keySet, now) : retryAfterSeconds,
  });
}

function isUsable(keySet: KeySet, now: Seconds): boolean {
  return now < keySet.freshUntil + graceSeconds;
}

function getRetryDelay(keySet: KeySet, now: Seconds): Seconds {
  if (isUsable(keySet, now)) return keySet.askedAt + refetchAfterSeconds - now;
  return keySet.answer === 'failed' ? keySet.askedAt + retryAfterSeconds - now : 0;
}

async function fetchKeys(address: string, keySet: KeySet, now: Seconds): Promise<void> {
  keySet.askedAt = now;
  keySet.answer = 'awaited';
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const publishedKeys = v.parse(KeySetAnswer, await response.json()).keys;
    const keys = publishedKeys.filter((key) => v.is(SigningKey, key));
    if (keys.length === 0) throw new Error('no key that verifies RS256 signatures');
    const importedKeys = await Promise.all(keys.map(async ({ kid, kty, n, e }) => [kid, await importJWK({ kty, n, e }, 'RS256')] as const));
    keySet.keys = new Map(importedKeys as [string, CryptoKey][]);
    keySet.freshUntil = now + readMaxAge(response);
    keySet.answer = 'given';
  } catch (error) {
    logError('identity_keys_not_read', { address, error: describeError(error) });
    // A concurrent request may have succeeded in the meantime.
    if (keySet.answer === 'awaited') keySet.answer = 'failed';
  }
}

function readMaxAge(response: Response): number {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(response.headers.get('Cache-Control') ?? '')?.[1];
  return Math.min(longestSeconds, Math.max(shortestSeconds, maxAge === undefined ? withoutMaxAgeSeconds : Number(maxAge)));
}
