/**
 * `npm run lighthouse`: reports Lighthouse's scores and timings for the public pages, and missed targets. With `--as premium@demo.test`, audits
 * the pages of a demo member or administrator in a browser that stays signed in. See scripts/lab/README.md.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { routes, sitemapPaths } from '#schema/routes.ts';
import { verdict } from '#scripts/lab/bench/report.ts';
import { cpuBlockingTime } from '#scripts/lab/lighthouse/cpu-blocking-time.ts';
import { serveOverHttp2, trustFlag } from '#scripts/lab/lighthouse/http2.ts';
import {
  circumstances,
  findMissedTargets,
  type LighthouseReport,
  publicTargets,
  signedInTargets,
  table,
  type VisitedPage,
} from '#scripts/lab/lighthouse/report.ts';
import { createSignedInProfile, type SignedInProfile, signedInPaths } from '#scripts/lab/lighthouse/signed-in.ts';
import { startProduct } from '#scripts/lab/start-product.ts';
import { findBrowser, sandboxFlags } from '#scripts/setup/browser.mjs';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

const version = '13.5.0';
const reports = join(root, 'dist', 'lighthouse');
const paths = [...sitemapPaths(), routes.card.path, `${routes.card.path}?id=TC-0000001`];
const browserFlags = [
  '--headless=new',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  trustFlag,
  ...sandboxFlags,
];

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      origin: { type: 'string' },
      as: { type: 'string' },
      cold: { type: 'boolean', default: false },
      desktop: { type: 'boolean', default: false },
    },
  });
  const browser = await findBrowser();
  if (!browser) throw new Problem('Chromium not found. Set its path: CHROMIUM_PATH=/path/to/chromium npm run lighthouse');
  const state = mkdtempSync(join(tmpdir(), 'cache-cards-lighthouse-'));
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

  const product = values.origin ?? (await startProduct(state));
  const origin = product.startsWith('https:') ? product : await serveOverHttp2(product);
  const profile = values.as === undefined ? undefined : await createSignedInProfile({ browser, origin, email: values.as });
  const visitedPages: VisitedPage[] = [];
  for (const path of values.only?.split(',') ?? (values.as === undefined ? paths : signedInPaths(values.as))) {
    await step(`Auditing ${path}`, async (note) => {
      const runs: LighthouseReport[] = [];
      for (let number = 1; number <= Number(values.runs); number += 1) {
        const file = join(reports, `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${number}.json`);
        await profile?.prepare(path, { isCold: values.cold });
        runs.push(await runLighthouse(`${origin}${path}`, file, { browser, profile, isDesktop: values.desktop }));
      }
      visitedPages.push({ path, runs });
      note(table(visitedPages.slice(-1)).split('\n').at(-1) ?? path);
    });
  }
  const missedLimits = findMissedTargets(visitedPages, profile ? signedInTargets : publicTargets);
  console.log(`\n${circumstances(visitedPages, version, new Date())}\n\n${table(visitedPages)}\n`);
  console.log(verdict(missedLimits));
  console.log(`\nLighthouse's reports are in ${relative(root, reports)}.`);
  process.exit(missedLimits.length === 0 ? 0 : 1);
});

interface Visit {
  browser: string;
  /** Profile of the signed-in member; undefined for visitors, who get a new one for each visit. */
  profile: SignedInProfile | undefined;
  isDesktop: boolean;
}

async function runLighthouse(address: string, file: string, { browser, profile, isDesktop }: Visit): Promise<LighthouseReport> {
  const args = [
    ...['--yes', `lighthouse@${version}`, address, '--quiet', '--output=json', `--output-path=${file}`, '--save-assets'],
    '--only-categories=performance,accessibility,best-practices,seo',
    ...(isDesktop ? ['--preset=desktop'] : []),
    ...(profile ? ['--disable-storage-reset'] : []),
    `--chrome-flags=${[...browserFlags, ...(profile ? [`--user-data-dir=${profile.folder}`] : [])].join(' ')}`,
  ];
  await runOrFail(`Lighthouse could not audit ${address}.`, 'npx', args, { env: { CHROME_PATH: browser } });
  const report = JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport;
  const { traceEvents } = JSON.parse(readFileSync(file.replace('.json', '-0.trace.json'), 'utf8'));
  return { ...report, cpuBlockingTime: cpuBlockingTime(traceEvents, report.configSettings.throttling.cpuSlowdownMultiplier) };
}
