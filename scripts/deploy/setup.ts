/**
 * `npm run deploy:setup`: creates the resources that a site needs at Cloudflare and Stripe, in dependency order, and records them in the
 * repository. Idempotent: existing resources are reused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Cloudflare } from '#scripts/deploy/cloudflare.ts';
import { setUpMap } from '#scripts/deploy/map-upload.ts';
import { addMissingSecrets, createSecretsFile, parseSecrets, setSecret } from '#scripts/deploy/secrets-file.ts';
import {
  databaseLocations,
  extractEmail,
  formatListTable,
  formatTable,
  readIfExists,
  readSite,
  secretsPath,
  updateWranglerToml,
} from '#scripts/deploy/site-config.ts';
import { setLocation, setValue } from '#scripts/deploy/wrangler-toml.ts';
import { root } from '#scripts/setup/run.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';
import { createStripe, formatWebhookUrl, setUpStripe } from '#scripts/stripe-setup.ts';

export interface SetUpOptions {
  site: string;
  domain: string | undefined;
  location: string | undefined;
  mailFrom: string | undefined;
  /** PMTiles file to upload for the map. */
  mapFile?: string | undefined;
}

interface Environment {
  folder: string;
  cloudflare: Cloudflare;
  ask: (question: string, option: string) => Promise<string>;
  /** URL of the local Stripe fake; null for the real Stripe. */
  stripeBase: string | null;
}

export async function setUp(options: SetUpOptions, environment: Partial<Environment> = {}): Promise<void> {
  const { folder = root, cloudflare = new Cloudflare(), ask = askOnTerminal, stripeBase = null } = environment;
  const all = { options, folder, cloudflare, ask, stripeBase };
  readSite(folder, options.site);
  if (!(await cloudflare.isLoggedIn()))
    throw new Problem('You are not logged in to Cloudflare, or it is unreachable. Run `npx wrangler login`, then run this again.');
  await step('Address', async (note) => note(await ensureAddress(all)));
  await step('Database', async (note) => note(await ensureDatabase(all)));
  await step('KV namespace', async (note) => note(await ensureNamespace(all)));
  await step('Queue', async (note) => note(await ensureQueue(all)));
  await step('Secrets', async (note) => note(await ensureSecrets(all)));
  await step('Stripe', async (note) => note(await ensureStripe(all)));
  const { mapFile } = options;
  if (mapFile !== undefined) await step('Map', async (note) => note(await setUpMap({ ...all, site: options.site, mapFile })));
  const { site } = options;
  console.log(`\n  What is still missing: npm run deploy -- --dry-run${site === 'production' ? '' : ` --env ${site}`}\n`);
}

type SetUpContext = Environment & { options: SetUpOptions };

async function ensureAddress({ options, folder, ask }: SetUpContext): Promise<string> {
  const { site, mailFrom } = options;
  const { origin, routes } = readSite(folder, site);
  const currentHost = origin && new URL(origin).host;
  if (options.domain && (currentHost ?? options.domain) !== options.domain) {
    const addressChangeWarning = 'printed QR codes contain it. If you mean to change it, edit routes and PUBLIC_ORIGIN in wrangler.toml.';
    throw new Problem(`wrangler.toml already has the address ${currentHost}, and ${addressChangeWarning}`);
  }
  const domain =
    options.domain ?? currentHost ?? (await ask('Domain of the site, e.g. cachecards.example: ', '--domain cachecards.example'));
  if (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain))
    throw new Problem(`"${domain}" is not a domain. Enter only its name, e.g. cachecards.example.`);
  if (!currentHost) updateWranglerToml(folder, (toml) => setValue(toml, formatTable(site, 'vars'), 'PUBLIC_ORIGIN', `"https://${domain}"`));
  if (routes.length === 0)
    updateWranglerToml(folder, (toml) => setValue(toml, formatTable(site), 'routes', `[{ pattern = "${domain}", custom_domain = true }]`));
  if (mailFrom === undefined) return `The site's address is https://${domain}`;
  if (/["\\\n]/.test(mailFrom) || !/@[^\s<>@]+>?$/.test(mailFrom))
    throw new Problem(`"${mailFrom}" is not a sender. Write Name <address>, or an address.`);
  updateWranglerToml(folder, (toml) => setValue(toml, formatTable(site, 'vars'), 'MAIL_FROM', `"${mailFrom}"`));
  updateWranglerToml(folder, (toml) =>
    setValue(toml, formatListTable(site, 'send_email'), 'allowed_sender_addresses', `["${extractEmail(mailFrom)}"]`),
  );
  return `The site's address is https://${domain}; it sends email from ${mailFrom}`;
}

async function ensureDatabase({ options, folder, cloudflare, ask }: SetUpContext): Promise<string> {
  const { database } = readSite(folder, options.site);
  const header = formatListTable(options.site, 'd1_databases');
  const databases = await cloudflare.databases();
  if (database.id && !databases.some(({ id }) => id === database.id)) throw new Problem(formatSharedIdNote('database', database.id));
  const existingDatabase = databases.find(({ name }) => name === database.name);
  if (database.id && database.location) return `The database ${database.name} exists, in ${database.location}`;
  if (existingDatabase || database.id) {
    const location = (await cloudflare.findLocation(database.name)) ?? 'unknown';
    updateWranglerToml(folder, (toml) =>
      setLocation(setValue(toml, header, 'database_id', `"${database.id ?? existingDatabase?.id}"`), header, location),
    );
    return `The database ${database.name} exists, in ${location}`;
  }
  const locations = databaseLocations.join(', ');
  const question = `Where are most members? The database cannot be moved later (${locations}): `;
  const location = options.location ?? (await ask(question, `--location, one of ${locations}`));
  if (!databaseLocations.some((known) => known === location))
    throw new Problem(`"${location}" is not a location. Choose one of ${locations}.`);
  await cloudflare.createDatabase(database.name, location);
  const created = (await cloudflare.databases()).find(({ name }) => name === database.name);
  if (!created) throw new Problem(`The database ${database.name} was created but is not listed yet. Run this again in a minute.`);
  updateWranglerToml(folder, (toml) => setLocation(setValue(toml, header, 'database_id', `"${created.id}"`), header, location));
  return `Created the database ${database.name} in ${location}`;
}

async function ensureNamespace({ options, folder, cloudflare }: SetUpContext): Promise<string> {
  const { namespace } = readSite(folder, options.site);
  const find = async () =>
    (await cloudflare.namespaces()).filter(({ id, name }) => (namespace.id ? id === namespace.id : name === namespace.name));
  const [existing] = await find();
  if (namespace.id && !existing) throw new Problem(formatSharedIdNote('KV namespace', namespace.id));
  if (namespace.id) return 'The KV namespace exists';
  if (!existing) await cloudflare.createNamespace(namespace.name);
  const [created] = existing ? [existing] : await find();
  if (!created) throw new Problem(`The KV namespace ${namespace.name} was created but is not listed yet. Run this again in a minute.`);
  updateWranglerToml(folder, (toml) => setValue(toml, formatListTable(options.site, 'kv_namespaces'), 'id', `"${created.id}"`));
  return existing ? `The KV namespace ${namespace.name} exists` : `Created the KV namespace ${namespace.name}`;
}

async function ensureQueue({ options, folder, cloudflare }: SetUpContext): Promise<string> {
  const { queue } = readSite(folder, options.site);
  if (await cloudflare.hasQueue(queue)) return `The queue ${queue} exists`;
  await cloudflare.createQueue(queue);
  return `Created the queue ${queue}`;
}

async function ensureSecrets({ options, folder, cloudflare }: SetUpContext): Promise<string> {
  const config = readSite(folder, options.site);
  const deployedSecrets = await cloudflare.deployedSecrets(config);
  const path = secretsPath(folder, options.site);
  const name = `.secrets.${options.site}`;
  const previousText = readIfExists(path);
  const example = readFileSync(join(folder, '.dev.vars.example'), 'utf8');
  const now =
    previousText === undefined
      ? createSecretsFile(options.site, example, config.requiredSecrets, deployedSecrets)
      : addMissingSecrets(previousText, config.requiredSecrets, deployedSecrets);
  if (now === previousText) return `${name} exists`;
  writeFileSync(path, now, { mode: 0o600 });
  return previousText === undefined ? `Wrote ${name} with new keys` : `Added missing entries to ${name}`;
}

async function ensureStripe({ options, folder, stripeBase }: SetUpContext): Promise<string> {
  const { origin, site } = readSite(folder, options.site);
  const path = secretsPath(folder, site);
  const text = readFileSync(path, 'utf8');
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: storedSecret } = parseSecrets(text);
  if (!key) return `Stripe is not set up yet: add STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to .secrets.${site}, then run this again`;
  if (!origin) return 'Stripe is not set up yet: the site has no address';
  const settings = { webhookUrl: formatWebhookUrl(origin), domain: new URL(origin).hostname };
  const { done, webhookSecret } = await setUpStripe(createStripe(key, stripeBase ?? undefined), settings);
  if (webhookSecret) writeFileSync(path, setSecret(text, 'STRIPE_WEBHOOK_SECRET', webhookSecret), { mode: 0o600 });
  const missingSecretNote =
    webhookSecret || storedSecret || !/^STRIPE_WEBHOOK_SECRET=/m.test(text)
      ? ''
      : ' Stripe shows the webhook secret only on creation: copy it from the dashboard, or delete the webhook there and run this again.';
  return `Stripe is set up. ${done.join(' ')}${missingSecretNote}`.trimEnd();
}

function formatSharedIdNote(kind: string, id: string): string {
  return `wrangler.toml has the ${kind} ${id}, which is not in this Cloudflare account. Is it the right account (\`npx wrangler whoami\`)?`;
}

async function askOnTerminal(question: string, option: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Problem(`Pass it as an option: npm run deploy:setup -- ${option}`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
