/**
 * `node scripts/lab/firebase-emulator.ts`: tests sign-in with the real Firebase SDK against Google's Auth emulator. See
 * scripts/lab/README.md. Requires the npm registry (for firebase-tools) and Chromium. PORT changes the port; the emulator uses the ports
 * that follow it.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { providerNames, type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { type WatchedDatabase, watchDatabase } from '#scripts/lab/firebase-emulator/database.ts';
import { emulatedProject, startEmulator } from '#scripts/lab/firebase-emulator/emulator.ts';
import { newVisitor } from '#scripts/lab/firebase-emulator/visitor.ts';
import { demoPassword } from '#scripts/seed/demo-accounts.ts';

const state = mkdtempSync(join(tmpdir(), 'cache-cards-firebase-'));
process.env.CACHE_CARDS_STATE = state;
process.once('exit', () => rmSync(state, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
// Imported dynamically, after CACHE_CARDS_STATE is set, because these modules read it on load.
const { migrate, readPort, requireFreePort, seed, writeDevVars } = await import('#scripts/setup/local.mjs');
const { startServer, waitUntilHealthy } = await import('#scripts/setup/server.mjs');
const { bundleWorker } = await import('#scripts/setup/worker-bundle.mjs');
const { buildSite } = await import('#scripts/setup/site.mjs');

const nextPages: Record<SocialProvider, (query: URLSearchParams) => boolean> = {
  google: (query) => query.get('customParameters') === '{"prompt":"select_account"}',
  facebook: (query) => query.get('customParameters') === '{"display":"popup"}',
  apple: (query) => query.get('scopes') === 'email,name',
};

/**
 * Test users' email addresses by provider. The Google and Apple addresses belong to demo accounts, which would be exposed if a token were
 * wrongly trusted. The Facebook address has no account yet.
 */
const addresses: Record<SocialProvider, string> = {
  google: 'basic@demo.test',
  facebook: 'robin@demo.test',
  apple: 'premium@demo.test',
};

const refusal = 'This sign-in could not be verified. Please sign in again.';

function check(isPassed: boolean, sentence: string, actual = ''): void {
  if (!isPassed) throw new Error(`Failed: ${sentence}${actual && `; found: ${actual}`}`);
  console.log(`✓ ${sentence}`);
}

interface Claims {
  iss: string;
  aud: string;
  email: string;
  email_verified: boolean;
  firebase: { sign_in_provider: string };
}

async function signIn(page: Page, origin: string, provider: SocialProvider, database: WatchedDatabase): Promise<void> {
  const name = providerNames[provider];
  await page.goto(`${origin}/auth`);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.waitForURL(/\/emulator\/auth\/handler/);
  const query = new URL(page.url()).searchParams;
  check(query.get('providerId') === `${provider}.com` && nextPages[provider](query), `${name}: the SDK asks for the right scopes`);

  await page.locator('.js-new-account').click();
  await page.locator('#email-input').fill(addresses[provider]);
  await page.locator('#display-name-input').fill('Robin Strider');
  const tokenResponse = page.waitForResponse((response) => response.url().includes('/accounts:signInWithIdp'));
  const exchangeResponse = page.waitForResponse((response) => response.url() === `${origin}/api/auth/token`);
  await page.locator('#sign-in').click();
  const [taking, exchange] = await Promise.all([tokenResponse, exchangeResponse]);
  check(taking.ok() && new URL(page.url()).href === `${origin}/auth`, `${name}: back on our page, the SDK reads the redirect result`);
  const { idToken, provider: sentProvider } = exchange.request().postDataJSON() as { idToken: string; provider: string };
  check(sentProvider === provider, `${name}: the redirect leads to our token exchange, POST /api/auth/token`);

  const [header, claims] = splitToken(idToken);
  check(header.alg === 'none' && idToken.endsWith('.'), `${name}: the token is unsigned (alg none)`);
  check(
    claims.iss === `https://securetoken.google.com/${emulatedProject}` &&
      claims.aud === emulatedProject &&
      claims.email === addresses[provider] &&
      claims.email_verified &&
      claims.firebase.sign_in_provider === `${provider}.com`,
    `${name}: otherwise it is valid for our project, with ${addresses[provider]} verified`,
  );
  const { code, message } = (await exchange.json()) as { code?: string; message?: string };
  const isRefused = exchange.status() === 401 && code === 'identity_token_invalid' && message === refusal;
  check(isRefused, `${name}: refused with 401, "${refusal}"`, `${exchange.status()} ${message ?? ''}`);

  await page.getByText(`${name} Login Failed`).first().waitFor();
  const alert = page.getByRole('alert').filter({ hasText: `Authentication failed: ${refusal}` });
  await alert.first().waitFor();
  check(await alert.first().isVisible(), `${name}: the page shows the refusal`);
  check((await page.request.get(`${origin}/api/user`)).status() === 401, `${name}: the browser is not signed in`);

  check((await post(origin, '/api/auth/token', { idToken, provider })) === 401, `${name}: refused again when sent without a browser`);
  const changedTables = await database.changedTables();
  check(changedTables.length === 0, `${name}: nothing was created, linked or otherwise written in the database`, changedTables.join(', '));
}

function splitToken(token: string): [{ alg: string }, Claims] {
  const [header, claims] = token.split('.').map((part) => part && JSON.parse(Buffer.from(part, 'base64url').toString()));
  return [header, claims];
}

async function post(origin: string, path: string, body: object): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

async function main(): Promise<void> {
  const port = readPort(process.env.PORT ?? '8797');
  await requireFreePort(port);
  const origin = `http://localhost:${port}`;
  writeDevVars();
  await buildSite((note: string) => console.log(`  ${note}`));
  await bundleWorker();
  await migrate();
  await seed();
  console.log('  Starting the emulator (the first time, npx fetches it)');
  const emulator = await startEmulator(port + 1);
  const server = await startServer(port, {
    FIREBASE_PROJECT_ID: emulatedProject,
    FIREBASE_API_KEY: 'emulated',
    FIREBASE_AUTH_EMULATOR: emulator.url,
  });
  await waitUntilHealthy(origin, [server]);
  const database = await watchDatabase(state);
  const { page, usesRelay, troubles, leave } = await newVisitor(origin, emulator.url);
  console.log(
    usesRelay
      ? '  apis.google.com cannot be reached: lines of this script pass the messages between the SDK and the emulator’s frame'
      : '  The SDK and the emulator’s frame use Google’s own script from apis.google.com',
  );
  try {
    for (const provider of socialProviders) await signIn(page, origin, provider, database);
    check((await post(origin, '/api/login', { email: addresses.google, password: demoPassword })) === 200, 'a password still signs in');
    check((await database.changedTables()).includes('sessions'), 'and its writes show up where none were before');
  } catch (error) {
    if (troubles.length > 0) console.error(`Page ${page.url()}:\n${troubles.map((trouble) => `  ${trouble}`).join('\n')}`);
    throw error;
  } finally {
    await leave();
    await database.close();
    const serverClosed = once(server, 'close');
    if (server.kill('SIGTERM')) await serverClosed;
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
