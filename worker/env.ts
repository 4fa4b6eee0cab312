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
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  STRIPE_API_BASE?: string;
  EMAIL?: SendEmail;
  MAIL_FROM?: string;
  MAILBOX_BASE?: string;
}

export interface PaymentsConfig {
  secretKey: string;
  webhookSecret: string;
  /** Null where the page has nothing to pay with by Stripe's own form. */
  publishableKey: string | null;
  /** Of the local stand-in; development only. */
  apiBase: string | null;
}

export interface MailConfig {
  /** `Name <address>` or an address; null where mails cannot be sent, so that they wait. */
  from: string | null;
  /** Of the local mailbox; development only. */
  mailboxBase: string | null;
}

export interface Config {
  environment: 'development' | 'production';
  /** Scheme and host, without a trailing slash. */
  publicOrigin: string;
  /** HMAC-SHA-256 keys. */
  userTokenKey: CryptoKey;
  adminTokenKey: CryptoKey;
  linkSigningKey: CryptoKey;
  payments: PaymentsConfig;
  mail: MailConfig;
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
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.regex(/^(sk|rk)_/)),
  STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.regex(/^whsec_/)),
  // Written empty where there is none, as the example page does.
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^(pk_.*)?$/))),
  STRIPE_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/[^/]+)?$/))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/))),
  MAILBOX_BASE: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/[^/]+)?$/))),
});

/** Importing keys costs more than most requests do, so an isolate does it once. */
const checked = new WeakMap<Env, Config>();

/** The configuration of this environment. An absent or unknown ENVIRONMENT means production. Rejects with ConfigError. */
export async function readConfig(env: Env): Promise<Config> {
  const config = checked.get(env) ?? (await checkConfig(env));
  checked.set(env, config);
  return config;
}

async function checkConfig(env: Env): Promise<Config> {
  const environment = env.ENVIRONMENT === 'development' ? 'development' : 'production';
  const result = v.safeParse(Variables, env);
  if (!result.success) {
    const names = [...new Set(result.issues.map((issue) => v.getDotPath(issue)))];
    throw new ConfigError(`Missing or malformed variables: ${names.join(', ')}. See .dev.vars.example.`);
  }
  const { PUBLIC_ORIGIN, USER_TOKEN_KEY, ADMIN_TOKEN_KEY, LINK_SIGNING_KEY } = result.output;
  if (environment === 'production' && !PUBLIC_ORIGIN.startsWith('https://'))
    throw new ConfigError('PUBLIC_ORIGIN must be https in production.');
  if (new Set([USER_TOKEN_KEY, ADMIN_TOKEN_KEY, LINK_SIGNING_KEY]).size < 3) {
    throw new ConfigError('USER_TOKEN_KEY, ADMIN_TOKEN_KEY and LINK_SIGNING_KEY must differ.');
  }
  return {
    environment,
    publicOrigin: PUBLIC_ORIGIN,
    userTokenKey: await hmacKey(USER_TOKEN_KEY),
    adminTokenKey: await hmacKey(ADMIN_TOKEN_KEY),
    linkSigningKey: await hmacKey(LINK_SIGNING_KEY),
    payments: {
      secretKey: result.output.STRIPE_SECRET_KEY,
      webhookSecret: result.output.STRIPE_WEBHOOK_SECRET,
      publishableKey: result.output.STRIPE_PUBLISHABLE_KEY || null,
      apiBase: (environment === 'development' && result.output.STRIPE_API_BASE) || null,
    },
    mail: {
      from: result.output.MAIL_FROM || null,
      mailboxBase: (environment === 'development' && result.output.MAILBOX_BASE) || null,
    },
  };
}

function hmacKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
