import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getChildAddress } from './fake-address.mjs';
import { findFreePort, readDevVars, stateFolder } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { step } from './steps.mjs';

/** Stripe key from .dev.vars.example, which selects the fake. Any other key selects the real Stripe. */
const stripeSecretKey = 'sk_test_local';
const printerKeys = { CLOUDPRINTER_API_KEY: 'cp_production_local', CLOUDPRINTER_SANDBOX_KEY: 'cp_sandbox_local' };

/** Number of ports reserved for the product, its fakes, its clock and the Worker that `npm run dev` starts, plus a few spares. */
const portsBeforeProxy = 10;

/** @typedef {Record<string, string | undefined>} DevVars */

/**
 * @typedef {object} Fake
 * @property {string} name as in its own output
 * @property {string} folder below scripts/fakes
 * @property {string} variable Worker variable for its address
 * @property {string} beginning printed while it starts
 * @property {(url: string) => string} ready printed once it responds
 * @property {(devVars: DevVars) => boolean} isUsed false if the product uses the real provider
 * @property {(devVars: DevVars, productOrigin: string) => string[]} args besides the port
 * @property {(url: string, productOrigin: string) => Promise<unknown>} [prepare] runs once it responds
 */

/**
 * `variable` is undefined if the product receives a proxy's URL instead.
 * @typedef {{ name: string, variable: string | undefined, url: string, process: import('node:child_process').ChildProcess }} RunningFake
 */

/** @type {Fake[]} */
const fakes = [
  {
    name: 'Stripe fake',
    folder: 'stripe',
    variable: 'STRIPE_API_BASE',
    beginning: 'Starting the local Stripe fake',
    ready: (url) => `Stripe fake on ${url}`,
    isUsed: ({ STRIPE_SECRET_KEY = stripeSecretKey }) => STRIPE_SECRET_KEY === stripeSecretKey,
    args: ({ STRIPE_WEBHOOK_SECRET = 'whsec_local' }) => [
      ...['--state', join(stateFolder, 'stripe.json'), '--secret-key', stripeSecretKey],
      ...['--publishable-key', 'pk_test_local', '--webhook-secret', STRIPE_WEBHOOK_SECRET],
    ],
    async prepare(url, productOrigin) {
      const { setUpStripe, createStripe } = await import('#scripts/stripe-setup.ts');
      await setUpStripe(createStripe(stripeSecretKey, url), { webhookUrl: `${productOrigin}/api/stripe/webhook`, isOnlyEndpoint: true });
    },
  },
  {
    name: 'Mailbox',
    folder: 'mailbox',
    variable: 'MAILBOX_BASE',
    beginning: 'Starting the local mailbox',
    ready: (url) => `Mailbox for emails on ${url}`,
    isUsed: () => true,
    args: (_, productOrigin) => [
      ...['--state', join(stateFolder, 'mailbox.json'), '--events-url', `${productOrigin}/dev/mail-events`],
      ...['--email-url', `${productOrigin}/cdn-cgi/local/email`],
    ],
  },
  {
    name: 'Card printer fake',
    folder: 'card-printer',
    variable: 'CLOUDPRINTER_API_BASE',
    beginning: 'Starting the local card printer',
    ready: (url) => `Card printer fake on ${url}`,
    isUsed: (devVars) => Object.entries(printerKeys).every(([name, key]) => (devVars[name] ?? key) === key),
    args: ({ CLOUDPRINTER_WEBHOOK_KEY = 'cp_webhook_local' }, productOrigin) => [
      ...['--state', join(stateFolder, 'card-printer.json'), '--webhook-key', CLOUDPRINTER_WEBHOOK_KEY],
      ...['--webhook-url', `${productOrigin}/api/print/webhook`],
    ],
  },
  {
    name: 'Sign-in page',
    folder: 'identity',
    variable: 'LOCAL_SIGN_IN_BASE',
    beginning: 'Starting the local sign-in page',
    ready: (url) => `Sign-in page for Google, Facebook and Apple on ${url}`,
    isUsed: ({ FIREBASE_PROJECT_ID }) => !FIREBASE_PROJECT_ID,
    args: () => [],
  },
  {
    name: 'Travel provider fake',
    folder: 'travel',
    variable: 'TRAVEL_API_BASE',
    beginning: 'Starting the local travel provider',
    ready: (url) => `Travel provider fake on ${url}`,
    isUsed: ({ TRAVEL_API_BASE }) => !TRAVEL_API_BASE,
    args: ({ TRAVEL_API_KEY = 'travel_local' }) => ['--state', join(stateFolder, 'travel.json'), '--api-key', TRAVEL_API_KEY],
  },
  {
    name: 'Push service',
    folder: 'push',
    variable: 'PUSH_BASE',
    beginning: 'Starting the local push service',
    ready: (url) => `Push service for notifications on ${url}`,
    isUsed: () => true,
    args: () => ['--state', join(stateFolder, 'push.json')],
  },
];

/**
 * Starts the fakes that .dev.vars enables, in parallel, each with its own progress step.
 * @param {number} productPort each fake gets the next free port after it
 * @returns {Promise<RunningFake[]>}
 */
export async function startFakes(productPort) {
  const devVars = readDevVars();
  const { offsetFile } = await import('#scripts/clock/state-backup.ts');
  const placedFakes = [];
  let port = productPort;
  for (const [index, fake] of fakes.entries()) {
    if (!fake.isUsed(devVars)) continue;
    // All ports are chosen before any fake listens, so each port must be higher than the previous one to avoid duplicates.
    port = await findFreePort(Math.max(productPort + 1 + index, port + 1));
    placedFakes.push({ fake, port });
  }
  const startedFakes = await Promise.all(
    placedFakes.map(({ fake, port }) =>
      startOne(fake, ['--port', String(port), '--clock', offsetFile(stateFolder)], devVars, `http://localhost:${productPort}`),
    ),
  );
  return startedFakes.flat();
}

/** @param {Fake} fake @param {string[]} common arguments of all fakes @param {DevVars} devVars @param {string} productOrigin @returns {Promise<RunningFake[]>} */
function startOne({ name, folder, variable, beginning, ready, args, prepare }, common, devVars, productOrigin) {
  return step(beginning, async (note) => {
    const program = join('scripts', 'fakes', folder, 'main.ts');
    const child = start(ownNode, [program, ...common, ...args(devVars, productOrigin)], { output: 'captured' });
    const own = { name, variable, url: await getChildAddress(child, name), process: child };
    const proxy =
      variable === 'STRIPE_API_BASE' && process.env.STRIPE_PROXY
        ? await startStripeProxy(own.url, productOrigin, process.env.STRIPE_PROXY)
        : undefined;
    await prepare?.((proxy ?? own).url, productOrigin);
    note(ready(own.url));
    return proxy ? [proxy, { ...own, variable: undefined }] : [own];
  });
}

/**
 * Starts a proxy that validates traffic between the product and the Stripe fake. Writes the proxy's URL to a file next to `countFile`,
 * where tests can find it. The URL stays the same when the product restarts, because tests that move the clock keep using it.
 * @param {string} target @param {string} productOrigin @param {string} countFile @returns {Promise<RunningFake>}
 */
async function startStripeProxy(target, productOrigin, countFile) {
  const name = 'Stripe proxy';
  // Generates missing schemas before starting the proxy because generating them takes longer than the startup timeout.
  const { updateSchemas } = await import('#scripts/fakes/stripe/contract/schemas.ts');
  await updateSchemas();
  const port = await findFreePort(Number(new URL(productOrigin).port) + portsBeforeProxy);
  const program = join('scripts', 'lab', 'stripe-contract-proxy', 'main.ts');
  const child = start(ownNode, [program, '--port', String(port), '--target', target, '--state', countFile], { output: 'captured' });
  const url = await getChildAddress(child, name);
  mkdirSync(dirname(countFile), { recursive: true });
  writeFileSync(`${countFile}.address`, url);
  return { name, variable: 'STRIPE_API_BASE', url, process: child };
}
