/** The local stand-in for Stripe: started beside the product unless .dev.vars holds keys of Stripe's own. */
import { join } from 'node:path';
import { freePort, readDevVars, stateFolder } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { Problem } from './steps.mjs';

const readyWithinMs = 20_000;
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
  const url = await addressOf(child);
  const { setUpStripe, stripeAt } = await import('../stripe-setup.ts');
  const webhookUrl = `http://localhost:${productPort}/api/stripe/webhook`;
  await setUpStripe(stripeAt(standInSecretKey, url), { webhookUrl, isOnlyEndpoint: true });
  return { process: child, url };
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Problem('The local Stripe stand-in did not start.', said));
    const timer = setTimeout(fail, readyWithinMs);
    child.once('close', fail);
    child.stderr?.on('data', (chunk) => process.stderr.write(chunk));
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const url = /Stripe stand-in on (\S+)/.exec(said)?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.removeListener('close', fail);
      resolve(url);
    });
  });
}
