/** The Stripe stand-in as its own process, for one test file: on a free port, in memory, gone with the tests. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUpStripe, stripeAt } from '#scripts/stripe-setup.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readyWithinMs = 20_000;

export const standInKeys = { secretKey: 'sk_test_stand_in', publishableKey: 'pk_test_stand_in', webhookSecret: 'whsec_stand_in' };

export interface StandInOptions {
  port?: number;
  /** Keeps the objects in this file; in memory when absent. */
  stateFile?: string;
}

export interface StandIn {
  url: string;
  /** Ends the process, after it has saved its objects. */
  stop(): Promise<void>;
}

/** Resolves once it answers. Its keys are `standInKeys`. */
export function startStripeStandIn({ port = 0, stateFile }: StandInOptions = {}): Promise<StandIn> {
  const { secretKey, publishableKey, webhookSecret } = standInKeys;
  const args = [
    join(root, 'scripts/stripe-stand-in/main.ts'),
    ...['--port', String(port), '--secret-key', secretKey, '--publishable-key', publishableKey, '--webhook-secret', webhookSecret],
    ...['--ends-with-parent', ...(stateFile ? ['--state', stateFile] : [])],
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => {
      void stop();
      reject(new Error(`The Stripe stand-in did not start: ${why}\n${said}`));
    };
    const timer = setTimeout(() => fail(`nothing within ${readyWithinMs / 1_000} s`), readyWithinMs);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /Stripe stand-in on (\S+)/.exec(said)?.[1];
      if (!url) return;
      clearTimeout(timer);
      // The tests' own end must not wait for it.
      child.unref();
      for (const pipe of [child.stdout, child.stderr]) (pipe as Socket).unref();
      resolve({ url, stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code}`);
    });
  });
}

/** Makes the products and prices that our rules name, as `npm run stripe:setup` does. */
export async function fillCatalogue(url: string): Promise<void> {
  await setUpStripe(stripeAt(standInKeys.secretKey, url), { webhookUrl: null });
}
