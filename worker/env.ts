/** Configuration from the Worker's environment, validated once per isolate. */
import * as v from 'valibot';
import type { ShippingAddress } from '#schema/orders/shipping-address.ts';
import type { CardSize, PrintEnvironment } from '#schema/printing/print.ts';
import type { TravelConfig } from '#worker/clients/travel-provider.ts';
import { type NamedKey, namedKey, sealingKey } from '#worker/security/seal.ts';

const cloudprinterBase = 'https://api.cloudprinter.com/cloudcore/1.0';

interface Bindings {
  DB: D1Database;
  SESSIONS: KVNamespace;
  ASSETS?: Fetcher;
  CREDENTIALS_LIMITER?: RateLimit;
  DRAWINGS_LIMITER?: RateLimit;
  LISTS_LIMITER?: RateLimit;
  TILES_LIMITER?: RateLimit;
  EMAIL?: SendEmail;
  /** Queue of mail events. This binding exists only in development; in production, Cloudflare writes the events to the queue. */
  MAIL_EVENTS?: Queue;
  MAP_BUCKET?: R2Bucket;
}

/** Optional because a deployment checks its variables before the bindings exist. */
type EnvVariables = { [Name in 'ENVIRONMENT' | keyof typeof Variables.entries]?: string };

export interface Env extends Bindings, EnvVariables {}

export interface PaymentsConfig {
  secretKey: string;
  webhookSecrets: string[];
  publishableKey: string | null;
  /** URL of the local Stripe fake, in development only. */
  apiBase: string | null;
  /** Whether Stripe calculates and reports the tax included in membership prices. */
  automaticTax: boolean;
}

export interface MailConfig {
  /** Sender, as `Name <address>` or an address. Null if none is configured; email then stays queued. */
  from: string | null;
  /** URL of the local mailbox, in development only. */
  mailboxBase: string | null;
  /** Recipient of contact messages. If null, they are not emailed and only appear in the admin area. */
  contactTo: string | null;
  /** Domain of the addresses that receive replies to conversations; null if replies go to `contactTo`. */
  replyDomain: string | null;
}

/** Email address and access token of the operators. Fields are null if not configured. */
export interface OpsConfig {
  to: string | null;
  /** Token for `GET /api/health/deep`. Without it, the call returns 404. */
  token: string | null;
}

/** Configuration of the card printer. Fields are null if not configured; printing then fails with an explanation. */
export interface PrintingConfig {
  apiKeys: Record<PrintEnvironment, string | null>;
  /** Keys that the printer sends in its webhooks, including the previous key during a rotation. Empty if not configured. */
  webhookKeys: string[];
  apiBase: string;
  /** The printer's product codes, and its option codes for paper and finish where they differ from the default. */
  products: Record<CardSize, { product: string; options: string[] }>;
  testAddress: ShippingAddress | null;
  email: string | null;
}

export interface PushConfig {
  /** VAPID keys (P-256), base64url: the public key as an uncompressed point, the private key as a number. */
  publicKey: string;
  privateKey: string;
  /** URL that identifies us to push services. */
  contact: string;
}

export interface IdentityConfig {
  issuer: string;
  audience: string;
  keysAddress: string;
  /** Firebase SDK configuration for the browser; null if the local sign-in page is used. */
  firebase: { apiKey: string; projectId: string; emulator?: string } | null;
  /** URL of the local sign-in page; set only in development without a Firebase project. */
  localPage: string | null;
}

export interface Config {
  environment: 'development' | 'production';
  /** Origin of the site in normalized form: scheme and host without a trailing slash. */
  publicOrigin: string;
  /** True on a developer's machine, where the site uses http and browsers do not store Secure cookies. */
  isOnOwnMachine: boolean;
  /** Keys for HMAC-SHA-256. */
  userTokenKey: CryptoKey;
  adminTokenKey: CryptoKey;
  linkSigningKey: CryptoKey;
  /** Keys accepted for verification, including the previous ones during a rotation. */
  accepted: { userToken: CryptoKey[]; adminToken: CryptoKey[]; linkSigning: CryptoKey[] };
  /** HMAC key for network addresses and mailboxes. It is separate so that rotating the link signing key does not change stored hashes. */
  addressHashKey: CryptoKey;
  /** HMAC key for personal data that is retained after an account is deleted. */
  personHashKey: CryptoKey;
  /** Keys that encrypt travelers' data, current key first. */
  travelerKeys: [NamedKey, ...NamedKey[]];
  /** Keys that encrypt the secrets of administrators' authenticator apps, current key first. Derived from the admin token keys. */
  appSecretKeys: [CryptoKey, ...CryptoKey[]];
  /** Whether to rate-limit sign-ups and email to unverified mailboxes; always true in production. */
  limitsUse: boolean;
  /** Whether to apply per-minute rate limits to lists and to generated QR codes and PDFs; always true in production. */
  limitsCallRate: boolean;
  payments: PaymentsConfig;
  mail: MailConfig;
  identity: IdentityConfig | null;
  printing: PrintingConfig;
  ops: OpsConfig;
  /** Configuration of the travel provider; null if there is none. */
  travel: TravelConfig | null;
  /** Keys for push notifications; null if there are none, and members then get email only. */
  push: PushConfig | null;
  /** Origin of the local push service, in development only. */
  localPushOrigin: string | null;
  /** PMTiles file, as an object name in the bucket or a URL. Null if the map has no tiles. */
  mapTilesFile: string | null;
  /** URL of the local clock service, which returns the offset from this machine's time; development only. */
  clockBase: string | null;
}

/** Lists the variables that are missing or malformed, but never their values. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const localOffice = 'office@cachecards.test';
/** In development, the local mailbox delivers replies. */
const localReplyDomain = 'reply.cachecards.test';

const key = v.pipe(v.string(), v.minLength(32));
const optionalKey = v.optional(v.union([key, v.literal('')]));
const optionalOrigin = v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/[^/]+)?$/)));
const optionalText = v.optional(v.pipe(v.string(), v.trim()));
/** Schema of all variables except ENVIRONMENT, which wrangler.toml sets for each environment. */
export const Variables = v.object({
  PUBLIC_ORIGIN: v.pipe(
    v.string(),
    v.regex(/^https?:\/\/[^/?#@]+$/),
    v.check((text) => URL.canParse(text)),
  ),
  USER_TOKEN_KEY: key,
  // A previous key is accepted in addition to the current one, but never used for signing.
  USER_TOKEN_KEY_PREVIOUS: optionalKey,
  ADMIN_TOKEN_KEY: key,
  ADMIN_TOKEN_KEY_PREVIOUS: optionalKey,
  LINK_SIGNING_KEY: key,
  LINK_SIGNING_KEY_PREVIOUS: optionalKey,
  ADDRESS_HASH_KEY: key,
  /** PERSON_HASH_KEY is required in production. In development, it defaults to ADDRESS_HASH_KEY. */
  PERSON_HASH_KEY: optionalKey,
  /** TRAVELER_DATA_KEY is required in production. In development, it defaults to ADDRESS_HASH_KEY. */
  TRAVELER_DATA_KEY: optionalKey,
  TRAVELER_DATA_KEY_PREVIOUS: optionalKey,
  SIGN_UP_LIMITS: v.optional(v.picklist(['on', 'off', ''])),
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.regex(/^(sk|rk)_/)),
  STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.regex(/^whsec_/)),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: v.optional(v.pipe(v.string(), v.regex(/^(whsec_.*)?$/))),
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^(pk_.*)?$/))),
  STRIPE_API_BASE: optionalOrigin,
  STRIPE_TAX: v.optional(v.picklist(['on', 'off', ''])),
  // The operators' token must have at least 24 characters so that it cannot be guessed.
  OPS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^(\S{24,})?$/))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^([^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/))),
  MAILBOX_BASE: optionalOrigin,
  REPLY_DOMAIN: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/))),
  FIREBASE_PROJECT_ID: v.optional(v.pipe(v.string(), v.regex(/^([a-z0-9-]{4,40})?$/))),
  FIREBASE_API_KEY: v.optional(v.string()),
  FIREBASE_AUTH_EMULATOR: optionalOrigin,
  LOCAL_SIGN_IN_BASE: optionalOrigin,
  CLOCK_BASE: optionalOrigin,
  CLOUDPRINTER_API_KEY: optionalText,
  CLOUDPRINTER_SANDBOX_KEY: optionalText,
  CLOUDPRINTER_WEBHOOK_KEY: optionalText,
  CLOUDPRINTER_WEBHOOK_KEY_PREVIOUS: optionalText,
  CLOUDPRINTER_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/\S+)?$/))),
  CLOUDPRINTER_PRODUCT_STANDARD: optionalText,
  CLOUDPRINTER_PRODUCT_LARGE: optionalText,
  CLOUDPRINTER_OPTIONS_STANDARD: optionalText,
  CLOUDPRINTER_OPTIONS_LARGE: optionalText,
  PRINT_TEST_ADDRESS_NAME: optionalText,
  PRINT_TEST_ADDRESS_STREET: optionalText,
  PRINT_TEST_ADDRESS_CITY: optionalText,
  PRINT_TEST_ADDRESS_STATE: optionalText,
  PRINT_TEST_ADDRESS_ZIP: optionalText,
  PRINT_TEST_ADDRESS_COUNTRY: optionalText,
  PRINT_TEST_ADDRESS_PHONE: optionalText,
  PRINT_TEST_ADDRESS_EMAIL: optionalText,
  CONTACT_TO: v.optional(v.pipe(v.string(), v.regex(/^([^\s<>@]+@[^\s<>@]+)?$/))),
  OPS_TO: v.optional(v.pipe(v.string(), v.regex(/^([^\s<>@]+@[^\s<>@]+)?$/))),
  // The travel provider's URL must not end with a slash because paths are appended to it.
  TRAVEL_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(https?:\/\/[^?#]*[^/?#])?$/))),
  TRAVEL_API_KEY: optionalText,
  // The two VAPID keys, separated by a dot.
  VAPID_KEYS: v.optional(v.pipe(v.string(), v.regex(/^(B[\w-]{86}\.[\w-]{43})?$/))),
  PUSH_BASE: optionalOrigin,
  MAP_TILES: v.optional(v.pipe(v.string(), v.regex(/^((https:\/\/[^\s?#]+|[\w./-]+)\.pmtiles)?$/))),
});

/** Importing keys takes longer than most requests, so each isolate does it only once. */
const checkedConfigs = new WeakMap<EnvVariables, Config>();

/** Reads the configuration. A missing or unknown ENVIRONMENT means production. Rejects with ConfigError. */
export async function readConfig(env: EnvVariables): Promise<Config> {
  const config = checkedConfigs.get(env) ?? (await checkConfig(env));
  checkedConfigs.set(env, config);
  return config;
}

const describeVariables = (names: (string | null)[]) => `Missing or malformed variables: ${names.join(', ')}. See .dev.vars.example.`;

async function checkConfig(env: EnvVariables): Promise<Config> {
  const environment = env.ENVIRONMENT === 'development' ? 'development' : 'production';
  const result = v.safeParse(Variables, env);
  if (!result.success) {
    throw new ConfigError(describeVariables([...new Set(result.issues.map((issue) => v.getDotPath(issue)))]));
  }
  const { PUBLIC_ORIGIN, USER_TOKEN_KEY, ADMIN_TOKEN_KEY, LINK_SIGNING_KEY, ADDRESS_HASH_KEY } = result.output;
  const { PERSON_HASH_KEY, TRAVELER_DATA_KEY, TRAVELER_DATA_KEY_PREVIOUS } = result.output;
  if (environment === 'production' && !PUBLIC_ORIGIN.startsWith('https://'))
    throw new ConfigError('PUBLIC_ORIGIN must be https in production.');
  const missing = Object.entries({ PERSON_HASH_KEY, TRAVELER_DATA_KEY }).flatMap(([name, value]) => (value ? [] : [name]));
  if (environment === 'production' && missing.length > 0) throw new ConfigError(describeVariables(missing));
  // If two purposes shared a key, tokens signed for one would be accepted for the other.
  const keys = [USER_TOKEN_KEY, ADMIN_TOKEN_KEY, LINK_SIGNING_KEY, ADDRESS_HASH_KEY, ...definedTexts(PERSON_HASH_KEY, TRAVELER_DATA_KEY)];
  const { USER_TOKEN_KEY_PREVIOUS, ADMIN_TOKEN_KEY_PREVIOUS, LINK_SIGNING_KEY_PREVIOUS } = result.output;
  const all = [
    ...keys,
    ...definedTexts(USER_TOKEN_KEY_PREVIOUS, ADMIN_TOKEN_KEY_PREVIOUS, LINK_SIGNING_KEY_PREVIOUS, TRAVELER_DATA_KEY_PREVIOUS),
  ];
  if (new Set(all).size < all.length) {
    throw new ConfigError(
      'USER_TOKEN_KEY, ADMIN_TOKEN_KEY, LINK_SIGNING_KEY, ADDRESS_HASH_KEY, PERSON_HASH_KEY and TRAVELER_DATA_KEY must differ from each other and from their _PREVIOUS values.',
    );
  }
  const userTokenKey = await hmacKey(USER_TOKEN_KEY);
  const adminTokenKey = await hmacKey(ADMIN_TOKEN_KEY);
  const linkSigningKey = await hmacKey(LINK_SIGNING_KEY);
  const { origin, hostname } = new URL(PUBLIC_ORIGIN);
  return {
    environment,
    publicOrigin: origin,
    isOnOwnMachine: ['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    userTokenKey,
    adminTokenKey,
    linkSigningKey,
    accepted: {
      userToken: [userTokenKey, ...(await hmacKeys(USER_TOKEN_KEY_PREVIOUS))],
      adminToken: [adminTokenKey, ...(await hmacKeys(ADMIN_TOKEN_KEY_PREVIOUS))],
      linkSigning: [linkSigningKey, ...(await hmacKeys(LINK_SIGNING_KEY_PREVIOUS))],
    },
    addressHashKey: await hmacKey(ADDRESS_HASH_KEY),
    personHashKey: await hmacKey(PERSON_HASH_KEY || ADDRESS_HASH_KEY),
    travelerKeys: [
      await travelerKey(TRAVELER_DATA_KEY || ADDRESS_HASH_KEY),
      ...(await Promise.all(definedTexts(TRAVELER_DATA_KEY_PREVIOUS).map(travelerKey))),
    ],
    appSecretKeys: [await appSecretKey(ADMIN_TOKEN_KEY), ...(await Promise.all(definedTexts(ADMIN_TOKEN_KEY_PREVIOUS).map(appSecretKey)))],
    limitsUse: environment === 'production' || result.output.SIGN_UP_LIMITS === 'on',
    limitsCallRate: environment === 'production' || result.output.SIGN_UP_LIMITS !== 'off',
    payments: {
      secretKey: result.output.STRIPE_SECRET_KEY,
      webhookSecrets: definedTexts(result.output.STRIPE_WEBHOOK_SECRET, result.output.STRIPE_WEBHOOK_SECRET_PREVIOUS),
      publishableKey: result.output.STRIPE_PUBLISHABLE_KEY || null,
      apiBase: (environment === 'development' && result.output.STRIPE_API_BASE) || null,
      automaticTax: result.output.STRIPE_TAX === 'on',
    },
    mail: {
      from: result.output.MAIL_FROM || null,
      mailboxBase: (environment === 'development' && result.output.MAILBOX_BASE) || null,
      contactTo: result.output.CONTACT_TO || (environment === 'development' ? localOffice : null),
      replyDomain: result.output.REPLY_DOMAIN || (environment === 'development' && result.output.MAILBOX_BASE ? localReplyDomain : null),
    },
    identity: readIdentityConfig(environment, result.output),
    printing: readPrintingConfig(environment, result.output),
    ops: { to: result.output.OPS_TO || null, token: result.output.OPS_TOKEN || null },
    travel: readTravelConfig(environment, result.output),
    push: readPushConfig(origin, result.output.VAPID_KEYS),
    localPushOrigin: (environment === 'development' && result.output.PUSH_BASE) || null,
    mapTilesFile: result.output.MAP_TILES || null,
    clockBase: (environment === 'development' && result.output.CLOCK_BASE) || null,
  };
}

function readPrintingConfig(environment: Config['environment'], variables: v.InferOutput<typeof Variables>): PrintingConfig {
  const { PRINT_TEST_ADDRESS_NAME: name, PRINT_TEST_ADDRESS_STREET: line1, PRINT_TEST_ADDRESS_CITY: city } = variables;
  const { PRINT_TEST_ADDRESS_ZIP: zip, PRINT_TEST_ADDRESS_STATE: state, PRINT_TEST_ADDRESS_COUNTRY: country } = variables;
  const { PRINT_TEST_ADDRESS_PHONE: phone } = variables;
  return {
    apiKeys: { production: variables.CLOUDPRINTER_API_KEY || null, sandbox: variables.CLOUDPRINTER_SANDBOX_KEY || null },
    webhookKeys: definedTexts(variables.CLOUDPRINTER_WEBHOOK_KEY, variables.CLOUDPRINTER_WEBHOOK_KEY_PREVIOUS),
    apiBase: (environment === 'development' && variables.CLOUDPRINTER_API_BASE) || cloudprinterBase,
    products: {
      card_flat_105x74_mm: {
        product: variables.CLOUDPRINTER_PRODUCT_STANDARD || 'card_flat_105x74_mm_double_sided_fc_tnr',
        options: splitList(variables.CLOUDPRINTER_OPTIONS_STANDARD),
      },
      card_flat_148x105_mm: {
        product: variables.CLOUDPRINTER_PRODUCT_LARGE || 'card_flat_148x105_mm_double_sided_fc_tnr',
        options: splitList(variables.CLOUDPRINTER_OPTIONS_LARGE),
      },
    },
    testAddress:
      name && line1 && city && zip && country && phone
        ? { name, line1, line2: null, city, state: state || null, zip, country, phone }
        : null,
    email: variables.PRINT_TEST_ADDRESS_EMAIL || null,
  };
}

function readTravelConfig(environment: Config['environment'], variables: v.InferOutput<typeof Variables>): TravelConfig | null {
  const { TRAVEL_API_BASE: apiBase, TRAVEL_API_KEY: apiKey } = variables;
  const isSafe = environment === 'development' || apiBase?.startsWith('https://');
  return apiBase && apiKey && isSafe ? { apiBase, apiKey } : null;
}

function readPushConfig(contact: string, keys: string | undefined): PushConfig | null {
  const [publicKey, privateKey] = (keys ?? '').split('.');
  return publicKey && privateKey ? { publicKey, privateKey, contact } : null;
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** URL of Firebase's public keys, as documented for verifying ID tokens without an SDK. */
const firebaseKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const localProject = 'cache-cards-local';

function readIdentityConfig(environment: Config['environment'], variables: v.InferOutput<typeof Variables>): IdentityConfig | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, LOCAL_SIGN_IN_BASE: localBase } = variables;
  const createIssuer = (project: string) => ({ issuer: `https://securetoken.google.com/${project}`, audience: project });
  if (projectId && apiKey) {
    // The emulator's URL is used only in the browser. The server never trusts the emulator's unsigned tokens.
    const emulator = (environment === 'development' && variables.FIREBASE_AUTH_EMULATOR) || null;
    const firebase = { apiKey, projectId, ...(emulator && { emulator }) };
    return { ...createIssuer(projectId), keysAddress: firebaseKeys, firebase, localPage: null };
  }
  if (environment !== 'development' || !localBase) return null;
  return { ...createIssuer(localProject), keysAddress: `${localBase}/jwks`, firebase: null, localPage: `${localBase}/sign-in` };
}

const appSecretKey = (secret: string) => sealingKey(secret, 'app-secret');
const travelerKey = (secret: string) => namedKey(secret, 'traveler');

function hmacKeys(...secrets: (string | undefined)[]): Promise<CryptoKey[]> {
  return Promise.all(definedTexts(...secrets).map(hmacKey));
}

function definedTexts(...texts: (string | undefined)[]): string[] {
  return texts.flatMap((text) => text || []);
}

function hmacKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}
