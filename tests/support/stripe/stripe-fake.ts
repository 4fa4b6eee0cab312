/**
 * Starts the fake Stripe for tests, on a free port with in-memory state. A proxy in front of it checks every request, response and event
 * against Stripe's own types. Any violation fails the tests.
 */
import { join } from 'node:path';
import { updateSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { serve } from '#scripts/fakes/stripe/server.ts';
import type { CheckState } from '#scripts/lab/stripe-contract-proxy/contract-checker.ts';
import { serveProxy } from '#scripts/lab/stripe-contract-proxy/server.ts';
import { createStripe, setUpStripe } from '#scripts/stripe-setup.ts';
import { type Fake, spawnFake } from '#tests/support/project/spawn-fake.ts';

export const fakeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

interface DeployedConfig {
  /** File in which the fake stores its objects. By default, they are only in memory. */
  stateFile?: string;
  /** Set by tests that expect Stripe to reject requests. The proxy then ignores invalid parameters in rejected requests. */
  refusals?: 'wanted';
}

/**
 * Starts a fake with `fakeKeys` for one test file. It runs in the test's own process because starting another process takes longer than
 * most of these files. Stopping the fake throws if Stripe's types were violated.
 */
export async function startStripeFake({ stateFile, refusals }: DeployedConfig = {}): Promise<Fake> {
  const fake = await serve({ port: 0, keys: fakeKeys, stateFile });
  const proxy = await serveProxy({ port: 0, target: fake.url, mayBeRefused: refusals === 'wanted' });
  const stopAndReport = async () => {
    const { breaches } = await collectChecks(proxy.url);
    proxy.stop();
    fake.stop();
    if (breaches.length > 0) throw new Error(`Violations of Stripe's types:\n${breaches.join('\n')}`);
  };
  let stopping: Promise<void> | undefined;
  return { url: proxy.url, stop: () => (stopping ??= stopAndReport()) };
}

/** Starts the fake for a whole test run, in child processes that exit with the run. Returns its URL. */
export async function spawnStripeFake(): Promise<string> {
  const { secretKey, publishableKey, webhookSecret } = fakeKeys;
  const keys = ['--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret];
  const fake = await spawnFake('stripe', 'Stripe fake', keys);
  // Generates missing schemas before the proxy starts because generating them would exceed the proxy's startup timeout.
  await updateSchemas();
  return (await spawnFake(join('..', 'lab', 'stripe-contract-proxy'), 'Stripe proxy', ['--target', fake.url])).url;
}

/** Returns the number of checks since the last call, and the violations of Stripe's types that they found. */
export async function collectChecks(url: string): Promise<CheckState> {
  const answer = await fetch(`${url}/fake/breaches`, { method: 'DELETE' });
  return (await answer.json()) as CheckState;
}

/** Creates our products and prices, like `npm run stripe:setup`. */
export async function fillCatalogue(url: string): Promise<void> {
  await setUpStripe(createStripe(fakeKeys.secretKey, url), { webhookUrl: null });
}
