/**
 * The Stripe fake as its own process, for one test file: on a free port, in memory, gone with the tests. Every call, answer
 * and event is held against Stripe's own types, and what does not fit fails the tests.
 */
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { setUpStripe, stripeAt } from '#scripts/stripe-setup.ts';
import { type Fake, spawnFake } from '#tests/support/spawn-fake.ts';

export const fakeKeys = { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: 'whsec_fake' };

/** Resolves once it answers. Its keys are `fakeKeys`; it keeps the objects in the state file, in memory without one. Stopping it tells breaches. */
export async function startStripeFake({ stateFile }: { stateFile?: string } = {}): Promise<Fake> {
  const { secretKey, publishableKey, webhookSecret } = fakeKeys;
  const { url, stop } = await spawnFake('stripe', 'Stripe fake', [
    ...['--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret],
    ...['--schemas', await freshSchemas()],
    ...(stateFile ? ['--state', stateFile] : []),
  ]);
  const stopAndTell = async () => {
    const breaches = await takeBreaches(url);
    await stop();
    if (breaches.length > 0) throw new Error(`Not as Stripe's types have it:\n${breaches.join('\n')}`);
  };
  let stopping: Promise<void> | undefined;
  return { url, stop: () => (stopping ??= stopAndTell()) };
}

/** What did not fit Stripe's types since this was last asked. */
export async function takeBreaches(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/fake/breaches`, { method: 'DELETE' });
  return ((await answer.json()) as { breaches: string[] }).breaches;
}

/** Makes the products and prices that our rules name, as `npm run stripe:setup` does. */
export async function fillCatalogue(url: string): Promise<void> {
  await setUpStripe(stripeAt(fakeKeys.secretKey, url), { webhookUrl: null });
}
