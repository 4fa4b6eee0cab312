/**
 * The Stripe fake for tests: on a free port, in memory. Before it stands the proxy that holds every call, answer and event
 * against Stripe's own types; what does not fit fails the tests.
 */
import { join } from 'node:path';
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { serve } from '#scripts/fakes/stripe/server.ts';
import type { Checked } from '#scripts/lab/stripe-contract-proxy/checking.ts';
import { serveProxy } from '#scripts/lab/stripe-contract-proxy/server.ts';
import { setUpStripe, stripeAt } from '#scripts/stripe-setup.ts';
import { type Fake, spawnFake } from '#tests/support/project/spawn-fake.ts';

export const fakeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

interface Wanted {
  /** Where it keeps the objects; in memory without one. */
  stateFile?: string;
  /** The tests of its refusals ask what Stripe does not take. */
  refusals?: 'wanted';
}

/**
 * For one test file, in its own process: to start programs takes longer than most of these files do. Its keys are `fakeKeys`.
 * Stopping it tells breaches.
 */
export async function startStripeFake({ stateFile, refusals }: Wanted = {}): Promise<Fake> {
  const fake = await serve({ port: 0, keys: fakeKeys, stateFile });
  const proxy = await serveProxy({ port: 0, target: fake.url, mayBeRefused: refusals === 'wanted' });
  const stopAndTell = async () => {
    const { breaches } = await takeChecked(proxy.url);
    proxy.stop();
    fake.stop();
    if (breaches.length > 0) throw new Error(`Differs from Stripe’s types:\n${breaches.join('\n')}`);
  };
  let stopping: Promise<void> | undefined;
  return { url: proxy.url, stop: () => (stopping ??= stopAndTell()) };
}

/** For a whole run, as processes that end with it; its address. */
export async function spawnStripeFake(): Promise<string> {
  const { secretKey, publishableKey, webhookSecret } = fakeKeys;
  const keys = ['--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret];
  const fake = await spawnFake('stripe', 'Stripe fake', keys);
  // Takes seconds where they are not there yet, which a program's start is not waited for.
  await freshSchemas();
  return (await spawnFake(join('..', 'lab', 'stripe-contract-proxy'), 'Stripe proxy', ['--target', fake.url])).url;
}

/** How much was checked, and what did not fit Stripe's types since this was last asked. */
export async function takeChecked(url: string): Promise<Checked> {
  const answer = await fetch(`${url}/fake/breaches`, { method: 'DELETE' });
  return (await answer.json()) as Checked;
}

/** Makes the products and prices that our rules name, as `npm run stripe:setup` does. */
export async function fillCatalogue(url: string): Promise<void> {
  await setUpStripe(stripeAt(fakeKeys.secretKey, url), { webhookUrl: null });
}
