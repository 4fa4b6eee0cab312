/**
 * `npm run lighthouse`: the built product on a port of its own, looked at by Lighthouse (mobile preset) five times a page;
 * medians against what is wanted. `--runs 1` is quicker, `--only /auth,/faq` chooses pages, `--write` writes
 * docs/lighthouse.md, `--origin http://localhost:8787` looks at a product that runs already. Lighthouse itself is fetched
 * when it is first needed: nobody else has to install it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { routes, sitemapPaths } from '#schema/routes.ts';
import { type LighthouseReport, type Looked, misses, page, table } from '#scripts/lighthouse/report.ts';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { listenTo, mustRun, root, start } from '#scripts/setup/run.mjs';
import { Problem, runMain, step } from '#scripts/setup/steps.mjs';

const version = '13.5.0';
const paths = [...sitemapPaths(), routes.card.path, `${routes.card.path}?id=TC-0000001`];
const browserFlags = '--headless=new --disable-background-networking --disable-component-update --no-first-run';

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      origin: { type: 'string' },
      port: { type: 'string', default: '8897' },
      write: { type: 'boolean' },
    },
  });
  const browser = await findBrowser();
  if (!browser) throw new Problem('No Chromium was found. Name one: CHROMIUM_PATH=/path/to/chromium npm run lighthouse');
  const scratch = mkdtempSync(join(tmpdir(), 'cache-cards-lighthouse-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

  const origin = values.origin ?? (await startProduct(Number(values.port), join(scratch, 'state')));
  const looked: Looked[] = [];
  for (const path of values.only?.split(',') ?? paths) {
    await step(`Looking at ${path}`, async (note) => {
      const runs: LighthouseReport[] = [];
      for (let number = 0; number < Number(values.runs); number += 1) runs.push(await look(`${origin}${path}`, scratch, browser));
      looked.push({ path, runs });
      note(table(looked.slice(-1)).split('\n').at(-1) ?? path);
    });
  }
  console.log(`\n${table(looked)}\n`);
  if (values.write) writeFileSync(join(root, 'docs', 'lighthouse.md'), page(looked, version, new Date().toISOString().slice(0, 10)));
  const missed = misses(looked);
  console.log(missed.length === 0 ? 'Everything is as wanted.' : `Not as wanted:\n${missed.map((sentence) => `- ${sentence}`).join('\n')}`);
  process.exit(missed.length === 0 ? 0 : 1);
});

/** What `npm start` runs, with a database that goes away afterwards. Answers its address. */
async function startProduct(port: number, state: string): Promise<string> {
  const origin = `http://localhost:${port}`;
  await step('Starting the product', async (note) => {
    const product = start('node', ['scripts/start.mjs'], { env: { PORT: String(port), CACHE_CARDS_STATE: state }, output: 'captured' });
    const said = listenTo(product);
    const deadline = Date.now() + 180_000;
    for (;;) {
      if (product.exitCode !== null || Date.now() > deadline)
        throw new Problem('The product did not start; what it said is above.', said());
      const health = await fetch(`${origin}/api/health`).catch(() => undefined);
      if (health?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    note(`The product runs on ${origin}`);
  });
  return origin;
}

/** One look; answers Lighthouse's report. */
async function look(address: string, scratch: string, browser: string): Promise<LighthouseReport> {
  const file = join(scratch, 'report.json');
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const args = [
    ...['--yes', `lighthouse@${version}`, address, '--quiet', '--output=json', `--output-path=${file}`],
    ...['--only-categories=performance,accessibility,best-practices,seo', `--chrome-flags=${browserFlags}${sandbox}`],
  ];
  await mustRun(`Lighthouse could not look at ${address}.`, 'npx', args, { env: { CHROME_PATH: browser } });
  return JSON.parse(readFileSync(file, 'utf8')) as LighthouseReport;
}
