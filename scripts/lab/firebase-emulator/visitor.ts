import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { relayMessages } from '#scripts/lab/firebase-emulator/message-relay.ts';
import { findBrowser, sandboxFlags } from '#scripts/setup/browser.mjs';

export interface Visitor {
  page: Page;
  /** Whether Google's script is unreachable and the relay replaces it. */
  usesRelay: boolean;
  troubles: string[];
  leave: () => Promise<void>;
}

const messageScript = 'https://apis.google.com/js/api.js';
const maxRecordedErrors = 20;

export async function newVisitor(origin: string, emulator: string): Promise<Visitor> {
  const browser = await openBrowser();
  // Chromium treats pages served through `route` as public, so they need permission to access the local network.
  const context = await browser.newContext({ serviceWorkers: 'block', permissions: ['local-network-access'] });
  await allowEmulator(context, origin, emulator);
  const usesRelay = !(await isReachable(messageScript));
  if (usesRelay) {
    await context.route(`${messageScript}*`, (route) => route.fulfill({ contentType: 'text/javascript', body: `(${relayMessages})()` }));
  }
  const page = await context.newPage();
  return { page, usesRelay, troubles: collectErrors(page), leave: () => browser.close() };
}

async function openBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({ ...(executablePath && { executablePath }), args: sandboxFlags });
}

/** Adds only the emulator to the site's content security policy. */
async function allowEmulator(context: BrowserContext, origin: string, emulator: string): Promise<void> {
  await context.route(`${origin}/auth`, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    const openPolicy = policy.replace('connect-src ', `connect-src ${emulator} `).replace('frame-src ', `frame-src ${emulator} `);
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': openPolicy } });
  });
  // Blocks third-party style sheets, which the emulator's page loads but does not need.
  await context.route(/^https:\/\/(unpkg\.com|fonts\.)/, (route) => route.fulfill({ body: '' }));
}

async function isReachable(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  return response?.ok ?? false;
}

function collectErrors(page: Page): string[] {
  const troubles: string[] = [];
  const recordError = (trouble: string) => {
    troubles.push(trouble);
    if (troubles.length > maxRecordedErrors) troubles.shift();
  };
  page.on('console', (message) => message.type() === 'error' && recordError(`console: ${message.text()}`));
  page.on('pageerror', (error) => recordError(`error: ${error.message}`));
  page.on('requestfailed', (request) => recordError(`${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'failed'}`));
  page.on('dialog', (dialog) => {
    recordError(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return troubles;
}
