/**
 * `npm run pictures`: the README's pictures, taken anew from a product that runs with its demo data as they were seeded
 * (`npm start`); `--origin http://localhost:8787` names it. A member of the picture's own is left there.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { indexedPng } from '#scripts/lab/pictures/indexed-png.ts';
import { demoAdmin, demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { root } from '#scripts/setup/run.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

/** How wide each picture is, and how its parts stand in it. */
const width = 900;
const phones = { width: 284, height: 616, gap: 16, margin: 8 };
const phone = { width: 375, height: 813 };

const { values } = parseArgs({ options: { origin: { type: 'string', default: 'http://localhost:8787' } } });

await runMain(async () => {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  await step('Taking docs/home.png', () => home(browser));
  await step('Taking docs/admin.png', () => administration(browser));
  await step('Taking docs/phone.png', () => onThePhone(browser));
  await browser.close();
});

async function home(browser: Browser): Promise<void> {
  const page = await open(browser, { width: 1280, height: 700 }, width);
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Collecting' }).waitFor();
  await keep('home', page);
}

/** The dashboard, a card that was just found, by night, and what tokens are for. */
async function onThePhone(browser: Browser): Promise<void> {
  const dashboard = await member(browser, 'basic');
  await dashboard.getByRole('rowheader', { name: 'TC-0000001' }).waitFor();

  const found = await open(browser, phone, phones.width, { colorScheme: 'dark' });
  const password = 'trail-mix-7';
  const finder = { email: `robin-${Date.now()}@demo.test`, firstName: 'Robin', password, confirmPassword: password, acceptedTerms: true };
  await found.request.post('/api/register', { data: finder });
  await found.goto('/card?id=TC-0000001');
  await found.getByText('You earned 1 Treasure Token!').waitFor();

  const stays = await member(browser, 'premium');
  await stays.goto('/dashboard?tab=certificates');
  const block = stays.getByRole('region', { name: 'Progress to Next Vacation' });
  await block.getByRole('button', { name: 'Redeem Tokens' }).waitFor();
  await expect(stays.locator('main .skeleton')).toHaveCount(0);
  await stays.evaluate(() => document.querySelector('.site-header')?.remove());
  await block.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 10));

  const images = [];
  for (const page of [dashboard, found, stays]) {
    // What is told in passing hides what the pictures are about.
    await page.evaluate(() => document.querySelector('.toast-region')?.remove());
    const picture = await page.screenshot();
    images.push(`<img src="data:image/png;base64,${picture.toString('base64')}" width="${phones.width}" height="${phones.height}">`);
  }
  const sheet = await open(browser, { width, height: phones.height + 2 * phones.margin }, width);
  await sheet.setContent(
    `<body style="margin:${phones.margin}px;display:flex;gap:${phones.gap}px;background:#fefbf4">${images.join('')}</body>`,
  );
  await keep('phone', sheet);
}

async function administration(browser: Browser): Promise<void> {
  const page = await open(browser, { width: 1200, height: 900 }, width);
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('tab', { name: /^Overview/ }).click();
  await page.getByRole('button', { name: '365 days' }).click();
  await page.getByText('each bar is a week').waitFor();
  await keep('admin', page);
}

/** A window that is drawn `drawnWidth` pixels wide. */
async function open(
  browser: Browser,
  viewport: { width: number; height: number },
  drawnWidth: number,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const deviceScaleFactor = drawnWidth / viewport.width;
  const context = await browser.newContext({ baseURL: values.origin, viewport, deviceScaleFactor, reducedMotion: 'reduce', ...options });
  return context.newPage();
}

async function member(browser: Browser, role: string): Promise<Page> {
  const page = await open(browser, phone, phones.width);
  const email = demoMembers.find((demo) => demo.role === role)?.email;
  await signIn(page, email ?? '', demoPassword);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard**');
}

async function keep(name: string, page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  const { pixels, width, height } = await page.evaluate(unpacked, png.toString('base64'));
  writeFileSync(join(root, 'docs', `${name}.png`), indexedPng(Uint8Array.from(pixels), width, height));
}

/** Runs in the page: the picture's pixels, four numbers each. */
async function unpacked(png: string): Promise<{ pixels: number[]; width: number; height: number }> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.drawImage(image, 0, 0);
  return { pixels: [...context.getImageData(0, 0, width, height).data], width, height };
}
