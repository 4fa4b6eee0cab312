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
  /** Maximum time for the site to respond: a new domain waits for its certificate. */
  patienceMs: number;
}

export async function release(cloudflare: Cloudflare, { folder, config, secrets, origin, now, patienceMs }: Release): Promise<void> {
  await step('Remembering the database as it is', async (note) => {
    const bookmark = await cloudflare.bookmark(config);
    appendFileSync(join(folder, 'deployments.log'), `${now.toISOString()} ${config.site} ${config.database.name} ${bookmark}\n`);
    note(`Before this deployment the database is at bookmark ${bookmark} (also in deployments.log)`);
  });
  await step('Migrating the database', () => cloudflare.migrate(config));
  await step('Deploying', () => cloudflare.deploy(config, secrets));
  await step(`Asking ${origin}/api/health`, () => untilHealthy(origin, patienceMs));
}

async function untilHealthy(origin: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = '';
  do {
    last = await healthOf(origin);
    if (last === 'well') return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(3_000, patienceMs / 10)));
  } while (Date.now() < deadline);
  throw new Problem(
    `It is deployed, and does not answer well: ${last}. A new domain can take minutes until it has its certificate: open ${origin}/api/health. ` +
      'Where it answers 500, `npx wrangler tail` names the variable that is wrong.',
  );
}

async function healthOf(origin: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status === 200 ? 'well' : `${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
