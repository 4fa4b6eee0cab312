import { databaseLocations, extractEmail, type SiteConfig } from '#scripts/deploy/site-config.ts';
import { ConfigError, readConfig } from '#worker/env.ts';

export interface Obstacle {
  what: string;
  remedy: string;
}

export interface CheckInputs {
  config: SiteConfig;
  secrets: Record<string, string>;
  deployedSecrets: readonly string[];
  contacts: readonly string[];
}

export function findObstacles(inputs: CheckInputs): Obstacle[] {
  const { config } = inputs;
  const setUp = `npm run deploy:setup --${config.site === 'production' ? '' : ` --env ${config.site}`}`;
  return [
    ...findDatabaseObstacles(config, setUp),
    ...findAddressObstacles(config, setUp),
    ...findSecretObstacles(inputs, setUp),
    ...findSenderObstacles(config),
  ];
}

function findDatabaseObstacles({ database, namespace }: SiteConfig, setUp: string): Obstacle[] {
  const nearest = `with the location nearest to most members (it cannot be changed): ${databaseLocations.join(', ')}`;
  const obstacles: Obstacle[] = [];
  if (!database.id) obstacles.push({ what: 'The database does not exist yet.', remedy: `${setUp} --location weur, ${nearest}` });
  else if (!database.location)
    obstacles.push({
      what: 'wrangler.toml does not record the location of the database, which cannot be changed.',
      remedy: `add "# location: …" to its table, as shown by \`npx wrangler d1 info ${database.name}\`, or run ${removeOptions(setUp)}`,
    });
  if (!namespace.id) obstacles.push({ what: 'The KV namespace for sessions does not exist yet.', remedy: removeOptions(setUp) });
  return obstacles;
}

function findAddressObstacles({ origin, routes, hasOtherAddresses }: SiteConfig, setUp: string): Obstacle[] {
  const command = `${setUp} --domain cachecards.example, with your domain`;
  if (hasOtherAddresses)
    return [
      {
        what: 'The site would also be reachable outside its domain.',
        remedy: 'set workers_dev and preview_urls to false in wrangler.toml',
      },
    ];
  if (routes.length === 0 && !origin) return [{ what: 'The site has no address.', remedy: `${command} (writes routes and PUBLIC_ORIGIN)` }];
  const host = origin && new URL(origin).host;
  const edit = 'use the same host in routes and PUBLIC_ORIGIN in wrangler.toml, PUBLIC_ORIGIN with https:// and no path';
  if (!host) return [{ what: 'PUBLIC_ORIGIN in wrangler.toml is not an https address.', remedy: edit }];
  if (routes.length === 0) return [{ what: `No route points to ${host}: routes in wrangler.toml is empty.`, remedy: edit }];
  const unusedRoutes = routes.filter((route) => route !== host && route !== `${host}/*`);
  if (unusedRoutes.length === 0) return [];
  const problem = `wrangler.toml has the routes ${unusedRoutes.join(', ')}, but the Worker only serves PUBLIC_ORIGIN (${host}).`;
  return [{ what: problem, remedy: `${edit}; send other hosts there with a redirect rule` }];
}

function findSenderObstacles({ mailFrom, allowedSenders }: SiteConfig): Obstacle[] {
  const expectedSenders = mailFrom ? [extractEmail(mailFrom)] : [];
  if (allowedSenders.join() === expectedSenders.join()) return [];
  const problem = `MAIL_FROM and allowed_sender_addresses in wrangler.toml differ (${expectedSenders.join() || 'none'}, ${allowedSenders.join(', ') || 'none'}).`;
  const line = expectedSenders.length > 0 ? `allowed_sender_addresses = ["${expectedSenders[0]}"]` : 'no allowed_sender_addresses';
  return [{ what: problem, remedy: `write ${line} under send_email, or change MAIL_FROM` }];
}

function findSecretObstacles({ config, secrets, deployedSecrets }: CheckInputs, setUp: string): Obstacle[] {
  const file = `.secrets.${config.site}`;
  const missingSecrets = config.requiredSecrets.filter((name) => !secrets[name] && !deployedSecrets.includes(name));
  const ownSecrets = missingSecrets.filter((name) => !name.startsWith('STRIPE_'));
  const obstacles: Obstacle[] = [];
  if (ownSecrets.length > 0)
    obstacles.push({
      what: `Secrets are missing: ${ownSecrets.join(', ')}.`,
      remedy: `run ${removeOptions(setUp)}, which writes new ones to ${file}`,
    });
  if (missingSecrets.includes('STRIPE_SECRET_KEY'))
    obstacles.push({ what: 'STRIPE_SECRET_KEY is missing.', remedy: `add it to ${file} (Stripe's dashboard, Developers, API keys)` });
  if (missingSecrets.includes('STRIPE_WEBHOOK_SECRET'))
    obstacles.push({
      what: 'STRIPE_WEBHOOK_SECRET is missing.',
      remedy: `add Stripe's secret key to ${file}, then run ${removeOptions(setUp)}, which creates the webhook`,
    });
  for (const name of Object.keys(secrets).filter((secret) => config.variables[secret] !== undefined))
    obstacles.push({ what: `${name} is in ${file} and in wrangler.toml.`, remedy: `remove it from ${file}` });
  return obstacles;
}

/** Removes a trailing `--`, which npm does not need if no options follow. */
function removeOptions(setUp: string): string {
  return setUp.replace(/ --$/, '');
}

/**
 * Returns the settings that the Worker would reject, with its error messages. Checks them only if all secrets are on this machine, because
 * Cloudflare never returns a secret.
 */
export async function findMalformed({ config, secrets }: CheckInputs): Promise<Obstacle[]> {
  if (!config.origin || config.requiredSecrets.some((name) => !secrets[name])) return [];
  try {
    await readConfig({ ...secrets, ...config.variables });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ what: error.message, remedy: `correct it in .secrets.${config.site}, or MAIL_FROM in wrangler.toml` }];
  }
}

export function listWarnings({ config, secrets, deployedSecrets, contacts }: CheckInputs): string[] {
  const hasSecret = (name: string) => Boolean(secrets[name]) || deployedSecrets.includes(name);
  const isProduction = config.site === 'production';
  const stripeKey = secrets.STRIPE_SECRET_KEY ?? '';
  const warningTexts: string[] = [];
  if (contacts.some((address) => address.endsWith('.example')))
    warningTexts.push('The public pages show mailboxes at cachecards.example. Put your own in schema/site-contacts.ts.');
  if (!config.mailFrom) warningTexts.push('MAIL_FROM is empty: no emails are sent, not even verification emails.');
  if (!hasSecret('OPS_TO')) warningTexts.push('OPS_TO is missing: alarms only show in the admin area and are not emailed.');
  if (!hasSecret('OPS_TOKEN'))
    warningTexts.push(
      'OPS_TOKEN is missing: /api/health/deep, npm run restore:after and npm run stripe:reconcile will not work. Create one: openssl rand -base64 32',
    );
  if (!hasSecret('STRIPE_PUBLISHABLE_KEY')) warningTexts.push('STRIPE_PUBLISHABLE_KEY is missing: payments are disabled on the site.');
  if (isProduction && /^(sk|rk)_test_/.test(stripeKey)) warningTexts.push('Production uses a Stripe test key: payments are not real.');
  if (!isProduction && /^(sk|rk)_live_/.test(stripeKey)) warningTexts.push(`${config.site} uses a live Stripe key: payments are real.`);
  return warningTexts;
}
