import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contactEmail, privacyEmail, securityEmail } from '#schema/site-contacts.ts';
import { type Blocker, type CheckInputs, findBlockers, findMalformed, listWarnings } from '#scripts/deploy/checks.ts';
import { Cloudflare } from '#scripts/deploy/cloudflare.ts';
import { release } from '#scripts/deploy/release.ts';
import { parseSecrets } from '#scripts/deploy/secrets-file.ts';
import { readIfExists, readSite, type SiteConfig, secretsPath } from '#scripts/deploy/site-config.ts';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { fillSite, rebuildSite } from '#scripts/setup/site.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';

const workerGzipLimitBytes = 1200 * 1024;

interface DeployOptions {
  site: string;
  /** Dry run: builds and measures the site but does not deploy it. Works even if settings are missing. */
  isDryRun: boolean;
  skipsBuild: boolean;
}

interface Environment {
  folder: string;
  cloudflare: Cloudflare;
  build: (config: SiteConfig, skipsBuild: boolean) => Promise<void>;
  patienceMs: number;
}

export async function deploy({ site, isDryRun, skipsBuild }: DeployOptions, environment: Partial<Environment> = {}): Promise<void> {
  const { folder = root, cloudflare = new Cloudflare(), build = buildAll, patienceMs = 120_000 } = environment;
  const config = readSite(folder, site);
  const secrets = parseSecrets(readIfExists(secretsPath(folder, site)));
  const { missing, warned } = await check(
    cloudflare,
    { config, secrets, deployedSecrets: [], contacts: [contactEmail, privacyEmail, securityEmail] },
    isDryRun,
  );
  console.log(formatBlockers(missing, warned));
  if (missing.length > 0 && !isDryRun) throw new Problem('Nothing was changed.');

  await build(config, skipsBuild);
  if (isDryRun) return;
  // A missing origin has already been reported as a blocker, so `origin` is never empty here.
  await release(cloudflare, { folder, config, secrets, origin: config.origin ?? '', now: new Date(), patienceMs });
  console.log(`\n  ${config.site} is on ${config.origin}\n`);
}

/**
 * Checks the settings. A dry run contacts Cloudflare only if nothing else is missing, because it must work without an account or network.
 */
async function check(cloudflare: Cloudflare, inputs: CheckInputs, isDryRun: boolean) {
  const malformed = await findMalformed(inputs);
  const localBlockers = [...findBlockers(inputs), ...malformed];
  const needsCloudflare = isDryRun ? localBlockers.length === 0 : true;
  if (!needsCloudflare) return { missing: localBlockers, warned: listWarnings(inputs) };
  if (!(await cloudflare.isLoggedIn())) {
    const login = {
      problem: 'You are not logged in to Cloudflare, or it is unreachable (`npx wrangler whoami`).',
      fix: 'npx wrangler login (in scripts: CLOUDFLARE_API_TOKEN)',
    };
    return { missing: [...localBlockers, login], warned: listWarnings(inputs) };
  }
  const complete = { ...inputs, deployedSecrets: await cloudflare.deployedSecrets(inputs.config) };
  return { missing: [...findBlockers(complete), ...malformed], warned: listWarnings(complete) };
}

function formatBlockers(missing: Blocker[], warningTexts: string[]): string {
  const list = missing.map(({ problem, fix }, index) => `  ${index + 1}. ${problem}\n     ${fix}`);
  const head =
    missing.length > 0 ? [`\nMissing for a deployment (docs/deploying.md):\n`, ...list] : ['\nNothing is missing for a deployment.'];
  const warningLines = warningTexts.length > 0 ? ['\nWarnings:\n', ...warningTexts.map((sentence) => `  - ${sentence}`)] : [];
  return [...head, ...warningLines, ''].join('\n');
}

async function buildAll({ origin, envFlag }: SiteConfig, skipsBuild: boolean): Promise<void> {
  if (!skipsBuild || !existsSync(join(root, 'dist', 'web', 'index.html'))) await step('Building the site', rebuildSite);
  const address = origin ?? 'https://site.invalid';
  await step(`Assembling the site for ${address}`, () => fillSite(join('dist', 'site'), address, { isDevelopment: false }));
  await step('Building the Worker', async (note) => note(`Built the Worker: ${await measureWorkerSize(envFlag)}`));
}

async function measureWorkerSize(envFlag: string): Promise<string> {
  const folder = join(root, 'dist', 'worker');
  rmSync(folder, { recursive: true, force: true });
  await runOrFail('The Worker could not be built.', 'wrangler', ['deploy', '--dry-run', envFlag, '--outdir', folder]);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.map') && name !== 'README.md');
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  const size = `${(bytes / 1024).toFixed(0)} KiB gzipped (limit ${workerGzipLimitBytes / 1024} KiB)`;
  if (bytes >= workerGzipLimitBytes) throw new Problem(`The Worker is too large: ${size}.`);
  return size;
}
