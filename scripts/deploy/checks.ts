import { databaseLocations, extractEmail, type SiteConfig } from '#scripts/deploy/site-config.ts';
import { ConfigError, readConfig } from '#worker/env.ts';

export interface Blocker {
  problem: string;
  fix: string;
}

export interface CheckInputs {
  config: SiteConfig;
  secrets: Record<string, string>;
  deployedSecrets: readonly string[];
  contacts: readonly string[];
}

export function findBlockers(inputs: CheckInputs): Blocker[] {
  const { config } = inputs;
  const setUp = `npm run deploy:setup --${config.site === 'production' ? '' : ` --env ${config.site}`}`;
  return [
    ...findDatabaseBlockers(config, setUp),
    ...findAddressBlockers(config, setUp),
    ...findSecretBlockers(inputs, setUp),
    ...findSenderBlockers(config),
  ];
}

function findDatabaseBlockers({ database, namespace }: SiteConfig, setUp: string): Blocker[] {
  const nearest = `with the location nearest to most members (it cannot be changed): ${databaseLocations.join(', ')}`;
  const blockers: Blocker[] = [];
  if (!database.id) blockers.push({ problem: 'The database does not exist yet.', fix: `${setUp} --location weur, ${nearest}` });
  else if (!database.location)
    blockers.push({
      problem: 'wrangler.toml does not record the location of the database, which cannot be changed.',
      fix: `add "# location: …" to its table, as shown by \`npx wrangler d1 info ${database.name}\`, or run ${removeOptions(setUp)}`,
    });
  if (!namespace.id) blockers.push({ problem: 'The KV namespace for sessions does not exist yet.', fix: removeOptions(setUp) });
  return blockers;
}

function findAddressBlockers({ origin, routes, hasOtherAddresses }: SiteConfig, setUp: string): Blocker[] {
  const command = `${setUp} --domain cachecards.example, with your domain`;
  if (hasOtherAddresses)
    return [
      {
        problem: 'The site would also be reachable outside its domain.',
        fix: 'set workers_dev and preview_urls to false in wrangler.toml',
      },
    ];
  if (routes.length === 0 && !origin) return [{ problem: 'The site has no address.', fix: `${command} (writes routes and PUBLIC_ORIGIN)` }];
  const host = origin && new URL(origin).host;
  const editInstruction = 'use the same host in routes and PUBLIC_ORIGIN in wrangler.toml, PUBLIC_ORIGIN with https:// and no path';
  if (!host) return [{ problem: 'PUBLIC_ORIGIN in wrangler.toml is not an https address.', fix: editInstruction }];
  if (routes.length === 0) return [{ problem: `No route points to ${host}: routes in wrangler.toml is empty.`, fix: editInstruction }];
  const unusedRoutes = routes.filter((route) => route !== host && route !== `${host}/*`);
  if (unusedRoutes.length === 0) return [];
  const problem = `wrangler.toml has the routes ${unusedRoutes.join(', ')}, but the Worker only serves PUBLIC_ORIGIN (${host}).`;
  return [{ problem, fix: `${editInstruction}; send other hosts there with a redirect rule` }];
}

function findSenderBlockers({ mailFrom, allowedSenders }: SiteConfig): Blocker[] {
  const expectedSenders = mailFrom ? [extractEmail(mailFrom)] : [];
  if (allowedSenders.join() === expectedSenders.join()) return [];
  const problem = `MAIL_FROM and allowed_sender_addresses in wrangler.toml differ (${expectedSenders.join() || 'none'}, ${allowedSenders.join(', ') || 'none'}).`;
  const line = expectedSenders.length > 0 ? `allowed_sender_addresses = ["${expectedSenders[0]}"]` : 'no allowed_sender_addresses';
  return [{ problem, fix: `write ${line} under send_email, or change MAIL_FROM` }];
}

function findSecretBlockers({ config, secrets, deployedSecrets }: CheckInputs, setUp: string): Blocker[] {
  const file = `.secrets.${config.site}`;
  const missingSecrets = config.requiredSecrets.filter((name) => !secrets[name] && !deployedSecrets.includes(name));
  const ownSecrets = missingSecrets.filter((name) => !name.startsWith('STRIPE_'));
  const blockers: Blocker[] = [];
  if (ownSecrets.length > 0)
    blockers.push({
      problem: `Secrets are missing: ${ownSecrets.join(', ')}.`,
      fix: `run ${removeOptions(setUp)}, which writes new ones to ${file}`,
    });
  if (missingSecrets.includes('STRIPE_SECRET_KEY'))
    blockers.push({ problem: 'STRIPE_SECRET_KEY is missing.', fix: `add it to ${file} (Stripe's dashboard, Developers, API keys)` });
  if (missingSecrets.includes('STRIPE_WEBHOOK_SECRET'))
    blockers.push({
      problem: 'STRIPE_WEBHOOK_SECRET is missing.',
      fix: `add Stripe's secret key to ${file}, then run ${removeOptions(setUp)}, which creates the webhook`,
    });
  for (const name of Object.keys(secrets).filter((secret) => config.variables[secret] !== undefined))
    blockers.push({ problem: `${name} is in ${file} and in wrangler.toml.`, fix: `remove it from ${file}` });
  return blockers;
}

/** Removes a trailing `--` from a suggested command because npm needs it only before options. */
function removeOptions(setUp: string): string {
  return setUp.replace(/ --$/, '');
}

/**
 * Returns the settings that the Worker would reject, with the Worker's error messages. Runs only if all secrets are on this machine,
 * because Cloudflare never returns a secret.
 */
export async function findMalformed({ config, secrets }: CheckInputs): Promise<Blocker[]> {
  if (!config.origin || config.requiredSecrets.some((name) => !secrets[name])) return [];
  try {
    await readConfig({ ...secrets, ...config.variables });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ problem: error.message, fix: `correct it in .secrets.${config.site}, or MAIL_FROM in wrangler.toml` }];
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
