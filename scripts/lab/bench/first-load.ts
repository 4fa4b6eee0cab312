/**
 * `npm run bench -- first-load`: what a member waits for at the dashboard on a slow line, with nothing kept on the phone. With
 * `--against` another checkout of the project, installed, is visited in turns in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { circumstances, keepWhole, markdownTable, verdict } from '#scripts/lab/bench/report.ts';
import { median } from '#scripts/lab/lighthouse/report.ts';
import { demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { listenTo, root, start } from '#scripts/setup/run.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';

const visits = 7;
const line = { latencyMs: 300, kilobitsPerSecond: 240 };
const phone = { width: 375, height: 812 };
const wantedMs = { link: 2_000, bar: 2_000, welcome: 6_000 };
const labels = { link: 'a link to use', bar: 'the bar', welcome: '"Welcome"' };
type Moment = keyof typeof labels;

/** When each was first seen, in milliseconds since the page was asked for; absent where it never came. */
type Visit = Partial<Record<Moment, number>> & { kilobytes: number; requests: number };

interface Subject {
  name: string;
  origin: string;
  visits: Visit[];
}

export async function benchFirstLoad(against: string | undefined): Promise<string> {
  const folders = [root, ...(against ? [resolve(against)] : [])];
  const subjects: Subject[] = [];
  for (const [number, folder] of folders.entries()) {
    const origin = await step(`Starting the product of ${folder}`, () => startProduct(folder, 8_894 - 4 * number));
    subjects.push({ name: number === 0 ? 'this checkout' : 'the other', origin, visits: [] });
  }
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    for (let number = 1; number <= visits; number += 1) {
      await step(`Visit ${number} of ${visits}`, async (note) => {
        for (const subject of subjects) subject.visits.push(await visit(browser, subject.origin));
        note(subjects.map((subject) => JSON.stringify(subject.visits.at(-1))).join(' '));
      });
    }
  } finally {
    await browser.close();
  }
  return section(subjects, keepWhole('first-load', subjects));
}

/** What `npm start` runs there, with a database that goes away afterwards. */
async function startProduct(folder: string, port: number): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), 'cache-cards-first-load-'));
  process.once('exit', () => rmSync(state, { recursive: true, force: true }));
  const env = { PORT: String(port), CACHE_CARDS_STATE: state };
  const product = start('node', [join(folder, 'scripts', 'start.mjs')], { env, output: 'captured' });
  const said = listenTo(product);
  const origin = `http://localhost:${port}`;
  const deadline = Date.now() + 240_000;
  for (;;) {
    if (product.exitCode !== null || Date.now() > deadline) throw new Problem('The product did not start; what it said is above.', said());
    const health = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (health?.ok) return origin;
    await new Promise((next) => setTimeout(next, 500));
  }
}

/** A member who is signed in opens the dashboard in a browser that has kept nothing of the site. */
async function visit(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, viewport: phone, hasTouch: true, isMobile: true });
  try {
    const [member] = demoMembers;
    const data = { email: member?.email, password: demoPassword };
    const { token } = (await (await context.request.post('/api/login', { data })).json()) as { token: string };
    const page = await context.newPage();
    await page.addInitScript((kept) => localStorage.setItem('auth_token', kept), token);
    await page.addInitScript(watch);
    const loaded = await slowDown(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'welcome' in (window as unknown as { seen: object }).seen, undefined, { timeout: 60_000 });
    const { bytes, requests } = loaded();
    const seen = await page.evaluate(() => (window as unknown as { seen: Partial<Record<Moment, number>> }).seen);
    return { ...seen, kilobytes: Math.round(bytes / 1_000), requests };
  } finally {
    await context.close();
  }
}

/** Makes the line slow and keeps the cache empty; answers how to learn what has come over it. */
async function slowDown(page: Page): Promise<() => { bytes: number; requests: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = (line.kilobitsPerSecond * 1_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  return () => ({ bytes, requests });
}

/** Runs in the page: notes the frame after which each is there to be seen. */
function watch(): void {
  const seen: Record<string, number> = {};
  Object.assign(window, { seen });
  const isThere = (selector: string, text = '') =>
    [...document.querySelectorAll(selector)].some(
      (element) =>
        element.textContent?.startsWith(text) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().top < innerHeight,
    );
  const looks = {
    link: () => isThere('#root a[href]:not(.skip-link)'),
    bar: () => isThere('.member-bar a[href]'),
    welcome: () => isThere('h1', 'Welcome'),
  };
  let found: string[] = [];
  const look = () => {
    // What one frame has found is painted when the next begins.
    for (const moment of found) seen[moment] ??= performance.now();
    found = Object.entries(looks).flatMap(([moment, isSeen]) => (!(moment in seen) && isSeen() ? [moment] : []));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function section(subjects: Subject[], file: string): string {
  const of = (subject: Subject, key: keyof Visit) => median(subject.visits.map((one) => one[key] ?? Number.NaN));
  const shown = (value: number) => (Number.isFinite(value) ? `${(value / 1_000).toFixed(1)} s` : 'never');
  const moments = Object.keys(labels) as Moment[];
  const rows = subjects.map((subject) => [
    subject.name,
    ...moments.map((moment) => shown(of(subject, moment))),
    String(of(subject, 'kilobytes')),
    String(of(subject, 'requests')),
  ]);
  const [own] = subjects;
  const missed = moments
    .filter((moment) => own && !(of(own, moment) <= wantedMs[moment]))
    .map((moment) => `${labels[moment]} stands after ${own && shown(of(own, moment))}, wanted ${shown(wantedMs[moment])}`);
  return `${circumstances('npm run bench -- first-load')}

${markdownTable(['Dashboard of', ...moments.map((moment) => labels[moment]), 'KB until then', 'requests'], rows)}

${verdict(missed)}

All that was measured is in ${file}.`;
}
