/**
 * `npm run bench -- first-load`: measures how long a signed-in member waits for the dashboard over a slow connection with an empty cache.
 * `--against http://localhost:9000` visits another running product in turns with this one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { markdownTable, median, section, verdict } from '#scripts/lab/bench/report.ts';
import { startProduct } from '#scripts/lab/start-product.ts';
import { demoPassword } from '#scripts/seed/demo-accounts.ts';
import { findBrowser, sandboxFlags } from '#scripts/setup/browser.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';

const visitsPerProduct = 7;
const connection = { latencyMs: 300, kilobitsPerSecond: 240 };
const phone = { width: 390, height: 844 };
const moments = {
  bar: { label: 'Menu bar', limitMs: 2_000 },
  welcome: { label: '“Welcome”', limitMs: 5_000 },
  figures: { label: 'Figures', limitMs: 7_000 },
};
type Moment = keyof typeof moments;
const momentNames = Object.keys(moments) as Moment[];

/** Milliseconds from the request for the page until each moment was painted, and what had been loaded by the last one. */
type Visit = Record<Moment, number> & { kilobytes: number; requests: number };

interface Product {
  name: string;
  origin: string;
  visits: Visit[];
}

export async function benchFirstLoad(otherOrigin: string | undefined): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), 'cache-cards-first-load-'));
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
  const products: Product[] = [{ name: 'this checkout', origin: await startProduct(state), visits: [] }];
  if (otherOrigin) products.push({ name: otherOrigin, origin: otherOrigin, visits: [] });
  const executablePath = await findBrowser();
  if (!executablePath) throw new Problem('Chromium not found. Set its path in CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: sandboxFlags });
  try {
    for (let number = 1; number <= visitsPerProduct; number += 1) {
      await step(`Visit ${number} of ${visitsPerProduct}`, async (note) => {
        for (const product of products) product.visits.push(await visitDashboard(browser, product.origin));
        note(products.map((product) => JSON.stringify(product.visits.at(-1))).join(' '));
      });
    }
  } finally {
    await browser.close();
  }
  return section('first-load', products, [describe(products), verdict(findMissedLimits(products[0]))]);
}

async function visitDashboard(browser: Browser, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL, viewport: phone, hasTouch: true, isMobile: true });
  try {
    const response = await context.request.post('/api/login', { data: { email: 'premium@demo.test', password: demoPassword } });
    const { token } = (await response.json()) as { token: string };
    const page = await context.newPage();
    await page.addInitScript((storedToken) => localStorage.setItem('auth_token', storedToken), token);
    await page.addInitScript(recordMoments);
    const readTraffic = await slowDown(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'figures' in (window as unknown as { seen: object }).seen, undefined, { timeout: 60_000 });
    const traffic = readTraffic();
    return { ...(await page.evaluate(() => (window as unknown as { seen: Record<Moment, number> }).seen)), ...traffic };
  } finally {
    await context.close();
  }
}

/** Slows the page's connection down and empties its cache. Returns a function that reads what has been loaded so far. */
async function slowDown(page: Page): Promise<() => Pick<Visit, 'kilobytes' | 'requests'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = (connection.kilobitsPerSecond * 1_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: connection.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  return () => ({ kilobytes: Math.round(bytes / 1_000), requests });
}

/** Runs in the page, so it cannot use anything outside this function. Stores in `window.seen` when each moment was painted. */
function recordMoments(): void {
  const seen: Record<string, number> = {};
  Object.assign(window, { seen });
  const isVisible = (selector: string, pattern: RegExp) =>
    [...document.querySelectorAll(selector)].some(
      (element) => pattern.test(element.textContent ?? '') && element.checkVisibility({ visibilityProperty: true }),
    );
  const checks = {
    bar: () => isVisible('.member-bar a[href]', /./),
    welcome: () => isVisible('h1', /^Welcome/),
    figures: () => isVisible('.stat-value', /^\d/),
  };
  let found: string[] = [];
  const check = () => {
    // What one frame finds is painted when the next one starts.
    for (const moment of found) seen[moment] ??= performance.now();
    found = Object.entries(checks).flatMap(([moment, isPainted]) => (!(moment in seen) && isPainted() ? [moment] : []));
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

function describe(products: Product[]): string {
  const head = ['Dashboard of', ...momentNames.map((moment) => moments[moment].label), 'KB', 'Requests'];
  const rows = products.map((product) => [
    product.name,
    ...momentNames.map((moment) => seconds(medianOf(product, moment))),
    String(medianOf(product, 'kilobytes')),
    String(medianOf(product, 'requests')),
  ]);
  return markdownTable(head, rows);
}

function findMissedLimits(product: Product | undefined): string[] {
  if (!product) return [];
  return momentNames
    .filter((moment) => medianOf(product, moment) > moments[moment].limitMs)
    .map((moment) => `${moments[moment].label}: ${seconds(medianOf(product, moment))}, expected ${seconds(moments[moment].limitMs)}`);
}

function medianOf({ visits }: Product, key: keyof Visit): number {
  return median(visits.map((visit) => visit[key]));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
