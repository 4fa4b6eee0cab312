/** Bindings and variables of the Worker, checked once per isolate. */
import * as v from 'valibot';

export interface Env {
  DB: D1Database;
  SESSIONS: KVNamespace;
  ASSETS?: Fetcher;
  CREDENTIALS_LIMITER?: RateLimit;
  ENVIRONMENT?: string;
  PUBLIC_ORIGIN?: string;
  USER_TOKEN_KEY?: string;
  ADMIN_TOKEN_KEY?: string;
  LINK_SIGNING_KEY?: string;
}

export interface Config {
  environment: 'development' | 'production';
  /** Scheme and host, without a trailing slash. */
  publicOrigin: string;
  userTokenKey: Uint8Array;
  adminTokenKey: Uint8Array;
  linkSigningKey: Uint8Array;
}

/** Names the variables that are missing or malformed; never their values. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const key = v.pipe(v.string(), v.minLength(32));
const Variables = v.object({
  PUBLIC_ORIGIN: v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/)),
  USER_TOKEN_KEY: key,
  ADMIN_TOKEN_KEY: key,
  LINK_SIGNING_KEY: key,
});

const checked = new WeakMap<Env, Config>();

/** The configuration of this environment. An absent or unknown ENVIRONMENT means production. Throws ConfigError. */
export function readConfig(env: Env): Config {
  const known = checked.get(env);
  if (known) return known;
  const result = v.safeParse(Variables, env);
  if (!result.success) {
    const names = [...new Set(result.issues.map((issue) => v.getDotPath(issue)))];
    throw new ConfigError(`Missing or malformed variables: ${names.join(', ')}. See .dev.vars.example.`);
  }
  if (result.output.USER_TOKEN_KEY === result.output.ADMIN_TOKEN_KEY) {
    throw new ConfigError('USER_TOKEN_KEY and ADMIN_TOKEN_KEY must differ.');
  }
  const bytes = (text: string) => new TextEncoder().encode(text);
  const config: Config = {
    environment: env.ENVIRONMENT === 'development' ? 'development' : 'production',
    publicOrigin: result.output.PUBLIC_ORIGIN,
    userTokenKey: bytes(result.output.USER_TOKEN_KEY),
    adminTokenKey: bytes(result.output.ADMIN_TOKEN_KEY),
    linkSigningKey: bytes(result.output.LINK_SIGNING_KEY),
  };
  checked.set(env, config);
  return config;
}
