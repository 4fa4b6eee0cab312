/**
 * `node scripts/firebase-emulator.ts`: sign-in with Firebase's SDK really loaded, against Google's auth emulator. It shows that the
 * redirect leads to our exchange, and that the emulator's tokens, which nobody signs, are refused there. Needs the npm
 * registry (for firebase-tools) and a Chromium; PORT changes the port, the emulator takes the ones after it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { providerNames, type SocialProvider, socialProviders } from '#schema/social-sign-in.ts';
import { emulatedProject, startEmulator } from '#scripts/firebase-emulator/emulator.ts';
import { relayMessages } from '#scripts/firebase-emulator/message-relay.ts';
import { findBrowser } from '#scripts/setup/browser.mjs';

const state = mkdtempSync(join(tmpdir(), 'cache-cards-firebase-'));
process.env.CACHE_CARDS_STATE = state;
process.once('exit', () => rmSync(state, { recursive: true, force: true }));
// These read the folder's name when they are loaded.
const { migrate, readPort, requireFreePort, writeDevVars } = await import('#scripts/setup/local.mjs');
const { startServer, untilHealthy } = await import('#scripts/setup/server.mjs');
const { buildSite } = await import('#scripts/setup/site.mjs');

const messageScript = 'https://apis.google.com/js/api.js';
/** What each provider is to be asked with (specification section 2). */
const asked: Record<SocialProvider, (query: URLSearchParams) => boolean> = {
  google: (query) => query.get('customParameters') === '{"prompt":"select_account"}',
  facebook: (query) => query.get('customParameters') === '{"display":"popup"}',
  apple: (query) => query.get('scopes') === 'email,name',
};

function check(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(`Not so: ${sentence}`);
  console.log(`✓ ${sentence}`);
}

/** The site's own content security policy stays in force; it lets the emulator in, and nothing else. */
async function letEmulatorIn(context: BrowserContext, origin: string, emulator: string): Promise<void> {
  await context.route(`${origin}/auth`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    const opened = policy.replace('connect-src ', `connect-src ${emulator} `).replace('frame-src ', `frame-src ${emulator} `);
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': opened } });
  });
  await context.route(`${messageScript}*`, async (route) => {
    const response = await route.fetch({ timeout: 5_000 }).catch(() => undefined);
    if (response?.ok()) return route.fulfill({ response });
    return route.fulfill({ contentType: 'text/javascript', body: `(${relayMessages})()` });
  });
  // The emulator's page takes its looks from elsewhere; it works without.
  await context.route(/^https:\/\/(unpkg\.com|fonts\.)/, (route) => route.abort());
}

/** One sign-in, from our button over the emulator's page to our answer. */
async function signIn(page: Page, origin: string, provider: SocialProvider): Promise<string> {
  const name = providerNames[provider];
  await page.goto(`${origin}/auth`);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.waitForURL(/\/emulator\/auth\/handler/);
  const query = new URL(page.url()).searchParams;
  check(query.get('providerId') === `${provider}.com` && asked[provider](query), `${name} is asked as the specification says`);

  await page.locator('.js-new-account').click();
  await page.locator('#email-input').fill(`${provider}@demo.test`);
  await page.locator('#display-name-input').fill('Robin Strider');
  const exchanged = page.waitForResponse((response) => response.url() === `${origin}/api/auth/token`);
  await page.locator('#sign-in').click();
  const response = await exchanged;
  const { idToken, provider: told } = response.request().postDataJSON() as { idToken: string; provider: string };
  check(told === provider, `${name}'s redirect reaches our exchange`);

  const header = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };
  const { code } = (await response.json()) as { code: string };
  check(header.alg === 'none' && response.status() === 401 && code === 'identity_token_invalid', `${name}'s unsigned token is refused`);
  await page.getByText(`${name} Login Failed`).waitFor();
  await page
    .getByText(/Authentication failed: This sign-in could not be verified/)
    .first()
    .waitFor();
  check((await page.evaluate(() => localStorage.getItem('auth_token'))) === null, 'nobody is signed in, and the page says why');
  return idToken;
}

async function main(): Promise<void> {
  const port = readPort(process.env.PORT ?? '8797');
  await requireFreePort(port);
  const origin = `http://localhost:${port}`;
  writeDevVars();
  await buildSite((note: string) => console.log(`  ${note}`));
  await migrate();
  console.log('  Starting the emulator (the first time, npx fetches it)');
  const emulator = await startEmulator(port + 1);
  const server = startServer(port, {
    FIREBASE_PROJECT_ID: emulatedProject,
    FIREBASE_API_KEY: 'emulated',
    FIREBASE_AUTH_EMULATOR: emulator.url,
  });
  await untilHealthy(origin, server);

  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await letEmulatorIn(context, origin, emulator.url);
    const page = await context.newPage();
    for (const provider of socialProviders) {
      const idToken = await signIn(page, origin, provider);
      const again = await fetch(`${origin}/api/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ idToken, provider }),
      });
      check(again.status === 401, 'sent without a browser, it is refused too');
    }
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    emulator.stop();
  }
}

try {
  await main();
  console.log('\nAll as it should be.');
  process.exit();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
