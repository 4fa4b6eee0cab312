/**
 * `npm run pictures`: takes the README's screenshots from a running product with fresh demo data. This registers a new member in the
 * product's database.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAdmin, demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { findBrowser, sandboxFlags } from '#scripts/setup/browser.mjs';
import { root } from '#scripts/setup/run.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

const width = 900;
const phones = { width: 284, height: 616, gap: 16, margin: 8 };
const phone = { width: 375, height: 813 };

const { values } = parseArgs({ options: { origin: { type: 'string', default: 'http://localhost:8787' } } });

await runMain(async () => {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: sandboxFlags });
  await step('Taking docs/home.png', () => takeHomePicture(browser));
  await step('Taking docs/admin.png', () => takeAdminPicture(browser));
  await step('Taking docs/phone.png', () => takePhonePictures(browser));
  await browser.close();
});

async function takeHomePicture(browser: Browser): Promise<void> {
  const page = await open(browser, { width: 1280, height: 700 }, width);
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Collecting' }).waitFor();
  await savePicture('home', page);
}

async function takePhonePictures(browser: Browser): Promise<void> {
  const dashboard = await openAsMember(browser, 'basic');
  await dashboard.getByRole('heading', { name: 'Your latest finds' }).waitFor();
  await expect(dashboard.locator('main .skeleton')).toHaveCount(0);

  const finderPage = await open(browser, phone, phones.width, { colorScheme: 'dark' });
  const password = 'trail-mix-7';
  const finder = { email: `robin-${Date.now()}@demo.test`, firstName: 'Robin', password, confirmPassword: password, acceptedTerms: true };
  await finderPage.request.post('/api/register', { data: finder });
  await finderPage.goto('/card?id=TC-0000001');
  await finderPage.getByText('You earned 1 Treasure Token!').waitFor();

  const stays = await openAsMember(browser, 'premium');
  await stays.goto('/dashboard?tab=certificates');
  const block = stays.getByRole('region', { name: 'Progress to Next Vacation' });
  await block.getByRole('button', { name: 'Redeem Tokens' }).waitFor();
  await expect(stays.locator('main .skeleton')).toHaveCount(0);
  await stays.evaluate(() => document.querySelector('.site-header')?.remove());
  await block.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 10));

  const images = [];
  for (const page of [dashboard, finderPage, stays]) {
    // Removes toasts, which would cover parts of the screenshot.
    await page.evaluate(() => document.querySelector('.toast-region')?.remove());
    const picture = await page.screenshot();
    images.push(`<img src="data:image/png;base64,${picture.toString('base64')}" width="${phones.width}" height="${phones.height}">`);
  }
  const sheet = await open(browser, { width, height: phones.height + 2 * phones.margin }, width);
  await sheet.setContent(
    `<body style="margin:${phones.margin}px;display:flex;gap:${phones.gap}px;background:#fefbf4">${images.join('')}</body>`,
  );
  await savePicture('phone', sheet);
}

async function takeAdminPicture(browser: Browser): Promise<void> {
  const page = await open(browser, { width: 1200, height: 900 }, width);
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('tab', { name: /^Overview/ }).click();
  await page.getByRole('button', { name: '365 days' }).click();
  await page.getByText('each bar is a week').waitFor();
  await savePicture('admin', page);
}

/** Opens a page whose screenshots are `drawnWidth` pixels wide. */
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

async function openAsMember(browser: Browser, role: string): Promise<Page> {
  const page = await open(browser, phone, phones.width);
  const email = demoMembers.find((demo) => demo.role === role)?.email;
  await signIn(page, email ?? '', demoPassword);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } });
  const { token }: { token: string } = await answer.json();
  await page.goto('/robots.txt');
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await page.goto('/dashboard');
}

async function savePicture(name: string, page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(join(root, 'docs', `${name}.png`));
}
