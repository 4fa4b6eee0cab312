/** The Stripe stand-in as its own process, for one test file: on a free port, in memory, gone with the tests. */
import { setUpStripe, stripeAt } from '#scripts/stripe-setup.ts';
import { type StandIn, spawnStandIn } from '#tests/support/spawn-stand-in.ts';

export const standInKeys = { secretKey: 'sk_test_stand_in', publishableKey: 'pk_test_stand_in', webhookSecret: 'whsec_stand_in' };

/** Resolves once it answers. Its keys are `standInKeys`; it keeps the objects in the state file, in memory without one. */
export function startStripeStandIn({ stateFile }: { stateFile?: string } = {}): Promise<StandIn> {
  const { secretKey, publishableKey, webhookSecret } = standInKeys;
  return spawnStandIn('stripe-stand-in', 'Stripe stand-in', [
    ...['--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret],
    ...(stateFile ? ['--state', stateFile] : []),
  ]);
}

/** Makes the products and prices that our rules name, as `npm run stripe:setup` does. */
export async function fillCatalogue(url: string): Promise<void> {
  await setUpStripe(stripeAt(standInKeys.secretKey, url), { webhookUrl: null });
}
