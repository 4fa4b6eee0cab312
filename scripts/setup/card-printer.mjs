/** The local stand-in for the card printer: started beside the product unless .dev.vars holds keys of the printer's own. */
import { join } from 'node:path';
import { freePort, readDevVars, stateFolder } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { addressOf } from './stand-in-address.mjs';

/** What .dev.vars.example says; any other key is one of Cloudprinter's. */
const localKeys = { CLOUDPRINTER_API_KEY: 'cp_production_local', CLOUDPRINTER_SANDBOX_KEY: 'cp_sandbox_local' };

/** Whether the product talks to the stand-in. */
export function usesPrinterStandIn() {
  const known = readDevVars();
  return Object.entries(localKeys).every(([name, key]) => (known[name] ?? key) === key);
}

/**
 * Starts it and answers its process and address.
 * @param {number} productPort it tells the product there, and listens on the first free port from three after it on
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, url: string }>}
 */
export async function startPrinterStandIn(productPort) {
  const webhookKey = readDevVars().CLOUDPRINTER_WEBHOOK_KEY ?? 'cp_webhook_local';
  const child = start(
    ownNode,
    [
      ...[join('scripts', 'card-printer-stand-in', 'main.ts'), '--port', String(await freePort(productPort + 3))],
      ...['--state', join(stateFolder, 'card-printer.json'), '--webhook-key', webhookKey],
      ...['--webhook-url', `http://localhost:${productPort}/api/print/webhook`],
    ],
    { output: 'captured' },
  );
  return { process: child, url: await addressOf(child, 'Card printer stand-in') };
}
