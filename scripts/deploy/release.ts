import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cloudflare } from '#scripts/deploy/cloudflare.ts';
import type { SiteConfig } from '#scripts/deploy/site-config.ts';
import { Problem, step } from '#scripts/setup/steps.mjs';

interface Release {
  folder: string;
  config: SiteConfig;
  secrets: Record<string, string>;
  origin: string;
  now: Date;
  /**
   * Maximum time to wait for the site to respond, in milliseconds. A site on a new domain responds only once its TLS certificate has been
   * issued.
   */
  patienceMs: number;
}

export async function release(cloudflare: Cloudflare, { folder, config, secrets, origin, now, patienceMs }: Release): Promise<void> {
  await step('Recording the database bookmark', async (note) => {
    const bookmark = await cloudflare.bookmark(config);
    appendFileSync(join(folder, 'deployments.log'), `${now.toISOString()} ${config.site} ${config.database.name} ${bookmark}\n`);
    note(`Database bookmark before this deployment: ${bookmark} (also in deployments.log)`);
  });
  await step('Migrating the database', () => cloudflare.migrate(config));
  await step('Deploying', () => cloudflare.deploy(config, secrets));
  await step(`Checking ${origin}/api/health`, () => waitUntilHealthy(origin, patienceMs));
}

async function waitUntilHealthy(origin: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = '';
  do {
    last = await fetchHealth(origin);
    if (last === 'well') return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(3_000, patienceMs / 10)));
  } while (Date.now() < deadline);
  throw new Problem(
    `The deployment is not healthy: ${last}. A new domain can take minutes to get its certificate: open ${origin}/api/health. ` +
      'If it returns 500, `npx wrangler tail` shows which variable is wrong.',
  );
}

async function fetchHealth(origin: string): Promise<string> {
  try {
    const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status === 200 ? 'well' : `${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
