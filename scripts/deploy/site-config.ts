import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { unstable_readConfig as readConfig } from 'wrangler';
import { readTable } from '#scripts/deploy/wrangler-toml.ts';
import { Problem } from '#scripts/setup/steps.mjs';

export interface SiteConfig {
  site: string;
  /**
   * Wrangler option that selects the environment. Without an environment it is `--env=`, because wrangler shows a warning if the option is
   * missing.
   */
  envFlag: string;
  worker: string;
  /** PUBLIC_ORIGIN, or undefined if it is not a valid URL. */
  origin: string | undefined;
  routes: string[];
  hasOtherAddresses: boolean;
  database: { name: string; id: string | undefined; location: string | undefined };
  namespace: { name: string; id: string | undefined };
  /** Name of the queue that receives email bounce and complaint events. */
  queue: string;
  mailFrom: string;
  allowedSenders: string[];
  variables: Record<string, string>;
  requiredSecrets: string[];
}

export const databaseLocations = ['weur', 'eeur', 'apac', 'oc', 'wnam', 'enam'] as const;

const DeployedConfig = v.object({
  name: v.string(),
  workers_dev: v.optional(v.boolean()),
  preview_urls: v.optional(v.boolean()),
  routes: v.optional(v.array(v.union([v.string(), v.object({ pattern: v.string() })])), []),
  vars: v.objectWithRest({ PUBLIC_ORIGIN: v.optional(v.string(), ''), MAIL_FROM: v.optional(v.string(), '') }, v.string()),
  d1_databases: v.tuple([v.object({ database_name: v.string(), database_id: v.optional(v.string()) })]),
  kv_namespaces: v.tuple([v.object({ id: v.optional(v.string()) })]),
  queues: v.object({ consumers: v.tuple([v.object({ queue: v.string() })]) }),
  send_email: v.array(v.object({ allowed_sender_addresses: v.optional(v.array(v.string()), []) })),
  secrets: v.optional(v.object({ required: v.optional(v.array(v.string()), []) }), {}),
});

/**
 * @param folder contains wrangler.toml
 * @throws Problem if the environment is unknown or only for development
 */
export function readSite(folder: string, site: string): SiteConfig {
  const path = join(folder, 'wrangler.toml');
  const toml = readFileSync(path, 'utf8');
  const env = getEnvironmentName(site);
  if (env === 'development' || (env && readTable(toml, `[env.${env}]`) === undefined))
    throw new Problem(`wrangler.toml has no environment "${site}". Omit --env for production.`);
  const config = v.parse(DeployedConfig, readConfig({ config: path, env }, { hideWarnings: true }));
  const [database] = config.d1_databases;
  const [namespace] = config.kv_namespaces;
  return {
    site,
    envFlag: `--env=${env}`,
    worker: config.name,
    origin: /^https:\/\/[^/]+$/.test(config.vars.PUBLIC_ORIGIN) ? config.vars.PUBLIC_ORIGIN : undefined,
    routes: config.routes.map((route) => (typeof route === 'string' ? route : route.pattern)),
    hasOtherAddresses: config.workers_dev !== false || config.preview_urls !== false,
    database: {
      name: database.database_name,
      id: parseRealId(database.database_id),
      location: databaseLocations.find((location) => readLocation(toml, env) === location),
    },
    namespace: { name: `${config.name}-sessions`, id: parseRealId(namespace.id) },
    queue: config.queues.consumers[0].queue,
    mailFrom: config.vars.MAIL_FROM,
    allowedSenders: config.send_email.flatMap((binding) => binding.allowed_sender_addresses),
    variables: config.vars,
    requiredSecrets: config.secrets.required,
  };
}

export function getEnvironmentName(site: string): string {
  return site === 'production' ? '' : site;
}

export function readWranglerToml(folder: string): string {
  return readFileSync(join(folder, 'wrangler.toml'), 'utf8');
}

export function updateWranglerToml(folder: string, change: (toml: string) => string): void {
  writeFileSync(join(folder, 'wrangler.toml'), change(readWranglerToml(folder)));
}

/**
 * Returns the TOML header of a table in the site's environment. Without a name, returns the header of the environment itself, which is
 * empty for the top level.
 */
export function formatTable(site: string, name?: string): string {
  const path = [getEnvironmentName(site) && `env.${getEnvironmentName(site)}`, name].filter(Boolean).join('.');
  return path && `[${path}]`;
}

export function formatListTable(site: string, name: string): string {
  return `[${formatTable(site, name)}]`;
}

/** Returns undefined for an all-zero id, which means that the resource has not been created yet. */
function parseRealId(id: string | undefined): string | undefined {
  return id && /[1-9a-f]/.test(id) ? id : undefined;
}

/** Reads the database location from a comment in wrangler.toml because wrangler has no setting for it. */
function readLocation(toml: string, env: string): string | undefined {
  const database = readTable(toml, env ? `[[env.${env}.d1_databases]]` : '[[d1_databases]]');
  return /^# location: (\w+)/m.exec(database ?? '')?.[1];
}

export function extractEmail(mailFrom: string): string {
  return /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
}

export function secretsPath(folder: string, site: string): string {
  return join(folder, `.secrets.${site}`);
}

export function readIfExists(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
