/**
 * The Stripe fake as its own process, for one test file: on a free port, in memory, gone with the tests. Before it stands the
 * proxy that holds every call, answer and event against Stripe's own types; what does not fit fails the tests.
 */
import { join } from 'node:path';
import type { Checked } from '#scripts/fakes/stripe/contract/proxy/checking.ts';
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { setUpStripe, stripeAt } from '#scripts/stripe-setup.ts';
import { type Fake, spawnFake } from '#tests/support/spawn-fake.ts';

export const fakeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

interface Wanted {
  /** Where it keeps the objects; in memory without one. */
  stateFile?: string;
  /** The tests of its refusals ask what Stripe does not take. */
  refusals?: 'wanted';
}

/** Resolves once it answers. Its keys are `fakeKeys`. Stopping it tells breaches. */
export async function startStripeFake({ stateFile, refusals }: Wanted = {}): Promise<Fake> {
  const { secretKey, publishableKey, webhookSecret } = fakeKeys;
  const fake = await spawnFake('stripe', 'Stripe fake', [
    ...['--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret],
    ...(stateFile ? ['--state', stateFile] : []),
  ]);
  // Takes seconds where they are not there yet, which a program's start is not waited for.
  await freshSchemas();
  const proxy = await spawnFake(join('stripe', 'contract', 'proxy'), 'Stripe proxy', [
    ...['--target', fake.url],
    ...(refusals ? ['--refusals', refusals] : []),
  ]);
  const stopAndTell = async () => {
    const { breaches } = await takeChecked(proxy.url);
    await Promise.all([proxy.stop(), fake.stop()]);
    if (breaches.length > 0) throw new Error(`Not as Stripe's types have it:\n${breaches.join('\n')}`);
  };
  let stopping: Promise<void> | undefined;
  return { url: proxy.url, stop: () => (stopping ??= stopAndTell()) };
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
