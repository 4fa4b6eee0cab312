/** Public keys of the identity provider (JWKS): kept as long as the provider says, asked for again when an unknown one is named. */
import { importJWK } from 'jose';
import * as v from 'valibot';
import type { Seconds } from '#worker/domain/time.ts';

const timeoutMs = 5_000;
/** An unknown key is asked for at most so often: forged tokens may name any. */
const askAgainAfterSeconds = 60;
const shortestSeconds = 60;
const longestSeconds = 86_400;
const withoutMaxAgeSeconds = 3_600;

const KeySetAnswer = v.object({
  keys: v.array(v.looseObject({ kid: v.string(), kty: v.literal('RSA'), n: v.string(), e: v.string() })),
});

interface KeySet {
  keys: Map<string, CryptoKey>;
  askedAt: Seconds;
  freshUntil: Seconds;
}

/** Values, by address, not promises: those belong to the request that made them. */
const known = new Map<string, KeySet>();

/** The key called `kid`; `unknown` where the provider has none of that name, `unavailable` where it cannot be asked. */
export async function signingKey(address: string, kid: string, now: Seconds): Promise<CryptoKey | 'unknown' | 'unavailable'> {
  const set = known.get(address);
  const isFresh = set !== undefined && now < set.freshUntil;
  const key = isFresh ? set.keys.get(kid) : undefined;
  if (key) return key;
  if (isFresh && now - set.askedAt < askAgainAfterSeconds) return 'unknown';
  const asked = await askForKeys(address, now);
  if (!asked) return 'unavailable';
  known.set(address, asked);
  return asked.keys.get(kid) ?? 'unknown';
}

async function askForKeys(address: string, now: Seconds): Promise<KeySet | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { keys } = v.parse(KeySetAnswer, await response.json());
    const imported = await Promise.all(keys.map(async ({ kid, kty, n, e }) => [kid, await importJWK({ kty, n, e }, 'RS256')] as const));
    return { keys: new Map(imported as [string, CryptoKey][]), askedAt: now, freshUntil: now + maxAgeOf(response) };
  } catch (error) {
    console.error(JSON.stringify({ identityKeys: address, error: error instanceof Error ? error.message : String(error) }));
    return undefined;
  }
}

function maxAgeOf(response: Response): number {
  const said = /(?:^|[\s,])max-age=(\d+)/i.exec(response.headers.get('Cache-Control') ?? '')?.[1];
  return Math.min(longestSeconds, Math.max(shortestSeconds, said === undefined ? withoutMaxAgeSeconds : Number(said)));
}
