/** The local sign-in page, in place of Google, Facebook and Apple: started unless .dev.vars names a Firebase project. */
import { join } from 'node:path';
import { freePort, readDevVars } from './local.mjs';
import { ownNode, start } from './run.mjs';
import { addressOf } from './stand-in-address.mjs';

/** Whether sign-in goes through the local page. */
export function usesLocalSignIn() {
  return !readDevVars().FIREBASE_PROJECT_ID;
}

/**
 * Starts it and answers its process and address.
 * @param {number} fromPort it listens on the first free port from here on
 * @returns {Promise<{ process: import('node:child_process').ChildProcess, url: string }>}
 */
export async function startLocalSignIn(fromPort) {
  const child = start(ownNode, [join('scripts', 'identity-stand-in', 'main.ts'), '--port', String(await freePort(fromPort))], {
    output: 'captured',
  });
  return { process: child, url: await addressOf(child, 'Sign-in page') };
}
