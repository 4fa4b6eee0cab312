/** What every request of the API carries: configuration, clock, request id, store, and the caller's hashed address. */
import { createMiddleware } from 'hono/factory';
import { addressGroup, networkGroup } from '#worker/domain/address.ts';
import type { Whereabouts } from '#worker/domain/limit.ts';
import { type Config, type Env, readConfig } from '#worker/env.ts';
import { Recent } from '#worker/recent.ts';
import { keyedHash } from '#worker/security/random.ts';
import { createStore, type Store } from '#worker/store/store.ts';
import type { Caller } from '#worker/store/users.ts';

export interface AppEnv {
  Bindings: Env;
  Variables: {
    config: Config;
    /** UTC unix seconds; one reading a request. */
    now: number;
    requestId: string;
    store: Store;
    /** Keyed hash of the caller's IPv4 address or IPv6 /64. */
    addressHash: () => Promise<string>;
    /** With the IPv6 /48 around it, for limits that look at both. */
    whereabouts: () => Promise<Whereabouts>;
    /** Who the cookie or token says is calling; set by `identify`, confirmed by the database only. */
    caller: Caller | undefined;
  };
}

const stores = new WeakMap<Env, Store>();

function storeOf(env: Env): Store {
  const store = stores.get(env) ?? createStore(env);
  stores.set(env, store);
  return store;
}

export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', crypto.randomUUID());
  await next();
  c.header('X-Request-Id', c.var.requestId);
});

export const context = createMiddleware<AppEnv>(async (c, next) => {
  const config = await readConfig(c.env);
  c.set('config', config);
  c.set('now', Math.floor(Date.now() / 1_000));
  c.set('store', storeOf(c.env));
  const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
  c.set('addressHash', async () => (await whereaboutsOf(config.linkSigningKey, address)).addressHash);
  c.set('whereabouts', () => whereaboutsOf(config.linkSigningKey, address));
  await next();
});

/** By key: a hash under another key is another hash. Values, not promises: those belong to the request that made them. */
const knownWhereabouts = new WeakMap<CryptoKey, Recent<Whereabouts>>();

async function whereaboutsOf(key: CryptoKey, address: string): Promise<Whereabouts> {
  const recent = knownWhereabouts.get(key) ?? new Recent(1_000);
  knownWhereabouts.set(key, recent);
  const known = recent.get(address);
  if (known) return known;
  const network = networkGroup(address);
  const whereabouts = {
    addressHash: await keyedHash(key, 'address', addressGroup(address)),
    networkHash: network === null ? null : await keyedHash(key, 'network', network),
  };
  recent.set(address, whereabouts);
  return whereabouts;
}
