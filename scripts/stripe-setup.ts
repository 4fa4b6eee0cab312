/**
 * `npm run stripe:setup`: creates the products, prices, webhook endpoint and payment domain that the product needs at Stripe (or its fake).
 * Idempotent: a second run only repairs what differs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import Stripe from 'stripe';
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import { currency, membershipLookupKeys, membershipPriceCents } from '#schema/rules.ts';
import { webhookEventTypes } from '#worker/domain/memberships/webhook-events.ts';

interface Membership {
  tier: PaidTier;
  productId: string;
  productName: string;
  lookupKey: string;
  amountCents: number;
}

const productNames = { basic: 'Cache Cards Basic membership', premium: 'Cache Cards Premium membership' } as const;

export const memberships: Membership[] = paidTiers.map((tier) => ({
  tier,
  productId: `cache_cards_${tier}`,
  productName: productNames[tier],
  lookupKey: membershipLookupKeys[tier],
  amountCents: membershipPriceCents[tier],
}));

/** Metadata that marks Stripe objects as ours. */
export const appMetadata = { app: 'cache-cards' };
/** Prices include tax. Stripe allows a price's tax behavior to be set only once. */
export const taxBehavior = 'inclusive';
const webhookPath = '/api/stripe/webhook';

export const formatWebhookUrl = (origin: string) => `${origin.replace(/\/$/, '')}${webhookPath}`;

interface WebhookSettings {
  /** Webhook URL. If null, existing endpoints are left unchanged because local sites use `stripe listen`. */
  webhookUrl: string | null;
  /** Host name to register for Apple Pay and Google Pay. If absent, domains are left unchanged because Stripe rejects local host names. */
  domain?: string | null;
  isOnlyEndpoint?: boolean;
}

export interface SetUp {
  done: string[];
  /** Signing secret of a newly created endpoint, or null if none was created. Stripe returns the secret only on creation. */
  webhookSecret: string | null;
}

/**
 * Creates or repairs all Stripe objects.
 * @throws Stripe's errors unchanged
 */
export async function setUpStripe(stripe: Stripe, { webhookUrl, domain, isOnlyEndpoint = false }: WebhookSettings): Promise<SetUp> {
  const changes: string[] = [];
  for (const membership of memberships) {
    await ensureProduct(stripe, membership, changes);
    await ensurePrice(stripe, membership, changes);
  }
  const webhookSecret = webhookUrl === null ? null : await ensureEndpoint(stripe, webhookUrl, isOnlyEndpoint, changes);
  if (domain) await ensureDomain(stripe, domain, changes);
  return { done: changes, webhookSecret };
}

async function ensureProduct(stripe: Stripe, { productId, productName, tier }: Membership, changes: string[]): Promise<void> {
  const product = await stripe.products.retrieve(productId).catch(catchMissing);
  const productData = { name: productName, metadata: { ...appMetadata, tier } };
  if (!product) {
    await stripe.products.create({ id: productId, ...productData });
    changes.push(`Created the product "${productName}".`);
  } else if (product.name !== productName || !product.active || product.metadata.tier !== tier) {
    await stripe.products.update(productId, { ...productData, active: true });
    changes.push(`Corrected the product "${productName}".`);
  }
}

/**
 * Creates the price or repairs it. Amount and tax behavior are immutable, so a change creates a new price and moves the lookup key to it.
 * Existing subscriptions keep the old price.
 */
async function ensurePrice(stripe: Stripe, { productId, lookupKey, amountCents, tier }: Membership, changes: string[]): Promise<void> {
  const price = (await stripe.prices.list({ lookup_keys: [lookupKey] })).data[0];
  const isExpectedPrice =
    price?.unit_amount === amountCents && price.currency === currency && isYearly(price) && price.product === productId;
  const isUpToDate = isExpectedPrice && price.tax_behavior !== 'exclusive';
  const metadata = { ...appMetadata, tier };
  if (isUpToDate) {
    if (price.active && price.metadata.tier === tier && price.tax_behavior === taxBehavior) return;
    await stripe.prices.update(price.id, { active: true, metadata, tax_behavior: taxBehavior });
    changes.push(`Corrected the price ${lookupKey}.`);
    return;
  }
  await stripe.prices.create({
    product: productId,
    currency,
    unit_amount: amountCents,
    tax_behavior: taxBehavior,
    recurring: { interval: 'year' },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata,
  });
  changes.push(`Created the price ${lookupKey}: ${amountCents / 100} ${currency.toUpperCase()} a year.`);
  if (price?.active) {
    await stripe.prices.update(price.id, { active: false });
    changes.push(`Archived its former price ${price.id}.`);
  }
}

function isYearly(price: Stripe.Price): boolean {
  return price.recurring?.interval === 'year' && price.recurring.interval_count === 1;
}

/**
 * Ensures that exactly one webhook endpoint at our URL uses the SDK's API version. An endpoint's version is immutable, so a different
 * version requires a new endpoint.
 */
async function ensureEndpoint(stripe: Stripe, url: string, isOnlyEndpoint: boolean, changes: string[]): Promise<string | null> {
  const allEndpoints: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) allEndpoints.push(endpoint);
  const siteEndpoints = allEndpoints.filter((endpoint) => endpoint.url === url);
  const existingEndpoint = siteEndpoints.find((endpoint) => endpoint.api_version === Stripe.API_VERSION);
  const endpointData = { enabled_events: [...webhookEventTypes], metadata: appMetadata };
  let secret: string | null = null;
  if (!existingEndpoint) {
    const createdEndpoint = await stripe.webhookEndpoints.create({
      url,
      api_version: Stripe.API_VERSION,
      description: 'Cache Cards',
      ...endpointData,
    });
    secret = createdEndpoint.secret ?? null;
    changes.push(`Created the webhook endpoint ${url} at version ${Stripe.API_VERSION}.`);
  } else if (
    existingEndpoint.status !== 'enabled' ||
    !isSameSet(existingEndpoint.enabled_events, webhookEventTypes) ||
    existingEndpoint.metadata.app !== appMetadata.app
  ) {
    await stripe.webhookEndpoints.update(existingEndpoint.id, { ...endpointData, disabled: false });
    changes.push(`Corrected the webhook endpoint ${url}.`);
  }
  const otherEndpoints = isOnlyEndpoint
    ? allEndpoints.filter((endpoint) => endpoint.url !== url && endpoint.metadata.app === appMetadata.app)
    : [];
  for (const endpoint of [...siteEndpoints, ...otherEndpoints]) {
    if (endpoint.id === existingEndpoint?.id) continue;
    await stripe.webhookEndpoints.del(endpoint.id);
    changes.push(`Deleted the webhook endpoint ${endpoint.url} at version ${endpoint.api_version ?? 'of the account'}.`);
  }
  return secret;
}

/**
 * Registers the domain because Stripe's form offers wallets only on registered domains. Apple and other wallet providers verify the site
 * first, so this function requests validation again until it succeeds.
 */
async function ensureDomain(stripe: Stripe, domain: string, changes: string[]): Promise<void> {
  const knownDomain = (await stripe.paymentMethodDomains.list({ domain_name: domain })).data[0];
  if (!knownDomain) {
    const createdDomain = await stripe.paymentMethodDomains.create({ domain_name: domain });
    changes.push(`Registered ${domain} for Apple Pay and Google Pay.${describeInactiveWallets(createdDomain)}`);
    return;
  }
  if (!knownDomain.enabled) {
    await stripe.paymentMethodDomains.update(knownDomain.id, { enabled: true });
    changes.push(`Enabled ${domain} for Apple Pay and Google Pay.`);
  }
  if (describeInactiveWallets(knownDomain) === '') return;
  const validatedDomain = await stripe.paymentMethodDomains.validate(knownDomain.id);
  changes.push(`Validated ${domain} for Apple Pay and Google Pay.${describeInactiveWallets(validatedDomain)}`);
}

function describeInactiveWallets({ apple_pay, google_pay }: Stripe.PaymentMethodDomain): string {
  return Object.entries({ 'Apple Pay': apple_pay, 'Google Pay': google_pay })
    .filter(([, wallet]) => wallet.status !== 'active')
    .map(([name, wallet]) => ` ${name} is not active yet: ${wallet.status_details?.error_message ?? 'run this again once the site is up.'}`)
    .join('');
}

function isSameSet(currentEvents: readonly string[], expectedEvents: readonly string[]): boolean {
  return currentEvents.length === expectedEvents.length && expectedEvents.every((type) => currentEvents.includes(type));
}

function catchMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
  throw error;
}

export function createStripe(secretKey: string, apiBase?: string): Stripe {
  if (!apiBase) return new Stripe(secretKey, { telemetry: false });
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  return new Stripe(secretKey, { host: hostname, port: port || (scheme === 'https' ? 443 : 80), protocol: scheme, telemetry: false });
}

async function main(): Promise<void> {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const devVars = join(root, '.dev.vars');
  const variables: Record<string, string | undefined> = {
    ...(existsSync(devVars) && parseEnv(readFileSync(devVars, 'utf8'))),
    ...process.env,
  };
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, PUBLIC_ORIGIN: origin } = variables;
  if (!secretKey) {
    console.error('STRIPE_SECRET_KEY is missing. Add it to .dev.vars or the environment (Stripe dashboard, Developers, API keys).');
    process.exitCode = 1;
    return;
  }
  const isPublic = origin !== undefined && !/^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);
  const webhookUrl = origin && (isPublic || apiBase) ? formatWebhookUrl(origin) : null;
  const domain = isPublic && origin.startsWith('https:') ? new URL(origin).hostname : null;
  try {
    const { done, webhookSecret } = await setUpStripe(createStripe(secretKey, apiBase), { webhookUrl, domain });
    for (const sentence of done) console.log(sentence);
    if (done.length === 0) console.log('Everything is already set up; nothing was changed.');
    if (webhookSecret) console.log(`Its signing secret, shown only now: STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
    if (!webhookUrl) {
      console.log('No webhook endpoint was created, because PUBLIC_ORIGIN is not a public address. On this machine, run');
      console.log(`  stripe listen --latest --forward-to localhost:8787${webhookPath}`);
      console.log('and set STRIPE_WEBHOOK_SECRET to the signing secret it prints.');
    }
  } catch (error) {
    console.error(`Stripe could not be set up: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
