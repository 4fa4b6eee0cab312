import { createMiddleware } from 'hono/factory';
import { bookmarkHeader } from '#schema/bookmark.ts';
import { clockOffset } from '#worker/clients/local-clock.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import { addressGroup, networkGroup } from '#worker/domain/address.ts';
import type { AddressHashes } from '#worker/domain/limit.ts';
import { type Config, type Env, readConfig } from '#worker/env.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { signBookmark } from '#worker/security/bookmark.ts';
import { keyedHash } from '#worker/security/random.ts';
import type { RequestDatabase } from '#worker/store/request-database.ts';
import { createStore, type Store } from '#worker/store/store.ts';
import { openDatabase } from './open-database.ts';
import { chooseReadConsistency } from './read-consistency.ts';

export interface AppEnv {
  Bindings: Env;
  Variables: {
    config: Config;
    /** Current time in Unix seconds (UTC) when the whole request had arrived. */
    now: number;
    /** Offset of `now` from the machine's clock in seconds, set by `npm run clock` in development; otherwise 0. */
    clockOffset: number;
    requestId: string;
    body: Uint8Array<ArrayBuffer>;
    store: Store;
    database: RequestDatabase;
    /** Returns a keyed hash of the caller's IPv4 address or IPv6 /64. */
    addressHash: () => Promise<string>;
    /** Returns the keyed hashes of the caller's IPv4 address or IPv6 /64 and of the IPv6 /48, for rate limits on both. */
    addressHashes: () => Promise<AddressHashes>;
    /** The caller identified by the cookie or token, set by `identify`. Not yet verified against the database. */
    caller: Caller | undefined;
    /** An administrator who is viewing a member's account; takes precedence over the cookie and token. */
    viewer: Caller | undefined;
  };
}

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const id = crypto.randomUUID();
  c.set('requestId', id);
  await next();
  c.res.headers.set('X-Request-Id', id);
});

export const context = createMiddleware<AppEnv>(async (c, next) => {
  const config = await readConfig(c.env);
  c.set('config', config);
  const offset = await clockOffset(config);
  c.set('clockOffset', offset);
  c.set('now', Math.floor(Date.now() / 1_000) + offset);
  const database = await openDatabase(c.env.DB, c.req.raw, config.accepted.linkSigning, chooseReadConsistency(c));
  c.set('database', database);
  c.set('store', createStore({ DB: database, SESSIONS: c.env.SESSIONS, ASSETS: c.env.ASSETS }));
  const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
  c.set('addressHash', async () => (await hashAddress(config.addressHashKey, address)).addressHash);
  c.set('addressHashes', () => hashAddress(config.addressHashKey, address));
  await next();
  const { headers } = c.res;
  // Omits the bookmark from public responses because a cache may store them and serve them later.
  if (database.bookmark === undefined || headers.get('Cache-Control')?.includes('public')) return;
  headers.set(bookmarkHeader, await signBookmark(config.linkSigningKey, database.bookmark));
});

/**
 * Caches address hashes, with one cache per hash key. Each cache stores values instead of promises because a promise is bound to the
 * request that created it.
 */
const addressHashCaches = new WeakMap<CryptoKey, FifoCache<AddressHashes>>();

export async function hashAddress(key: CryptoKey, address: string): Promise<AddressHashes> {
  const hashes = addressHashCaches.get(key) ?? new FifoCache(1_000);
  addressHashCaches.set(key, hashes);
  const cachedHash = hashes.get(address);
  if (cachedHash) return cachedHash;
  const network = networkGroup(address);
  const addressHashes = {
    addressHash: await keyedHash(key, 'address', addressGroup(address)),
    networkHash: network === null ? null : await keyedHash(key, 'network', network),
  };
  hashes.set(address, addressHashes);
  return addressHashes;
}
