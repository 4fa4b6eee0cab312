/** The local stand-in for Stripe: started beside the product unless .dev.vars holds keys of Stripe's own. */
import { join } from 'node:path';
import { freePort, readDevVars, stateFolder } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { addressOf } from './stand-in-address.mjs';

/** What .dev.vars.example says; any other key is one of Stripe's. */
const standInSecretKey = 'sk_test_local';

/** Whether the product talks to the stand-in. */
export function usesStandIn() {
  return (readDevVars().STRIPE_SECRET_KEY ?? standInSecretKey) === standInSecretKey;
}

/**
 * Starts it, makes the catalogue and the webhook endpoint in it, and answers its process and address.
 * @param {number} productPort it listens on the first free port after this one
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, url: string }>}
 */
export async function startStandIn(productPort) {
  const webhookSecret = readDevVars().STRIPE_WEBHOOK_SECRET ?? 'whsec_local';
  const child = start(
    ownNode,
    [
      ...[join('scripts', 'stripe-stand-in', 'main.ts'), '--port', String(await freePort(productPort + 1))],
      ...['--state', join(stateFolder, 'stripe.json'), '--secret-key', standInSecretKey],
      ...['--publishable-key', 'pk_test_local', '--webhook-secret', webhookSecret],
    ],
    { output: 'captured' },
  );
  const url = await addressOf(child, 'Stripe stand-in');
  const { setUpStripe, stripeAt } = await import('../stripe-setup.ts');
  const webhookUrl = `http://localhost:${productPort}/api/stripe/webhook`;
  await setUpStripe(stripeAt(standInSecretKey, url), { webhookUrl, isOnlyEndpoint: true });
  return { process: child, url };
}
