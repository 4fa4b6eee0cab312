/** The local mailbox: a process beside the product that takes its mails and delivers none. */
import { join } from 'node:path';
import { freePort, stateFolder } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { addressOf } from './stand-in-address.mjs';

/**
 * Starts it and answers its process and address.
 * @param {number} fromPort it listens on the first free port from here on
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, url: string }>}
 */
export async function startMailbox(fromPort) {
  const child = start(
    ownNode,
    [join('scripts', 'mailbox', 'main.ts'), '--port', String(await freePort(fromPort)), '--state', join(stateFolder, 'mailbox.json')],
    { output: 'captured' },
  );
  return { process: child, url: await addressOf(child, 'Mailbox') };
}
