/** The card printer's stand-in as its own process, for one run of tests: on a free port, in memory, gone with the tests. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readyWithinMs = 20_000;

export const printerKeys = { production: 'cp_production_test', sandbox: 'cp_sandbox_test', webhook: 'cp_webhook_test' };

/** Resolves with its address once it answers. Its keys are `printerKeys`. */
export function startCardPrinter(): Promise<string> {
  const args = [
    join(root, 'scripts/card-printer-stand-in/main.ts'),
    ...['--production-key', printerKeys.production, '--sandbox-key', printerKeys.sandbox, '--webhook-key', printerKeys.webhook],
    '--ends-with-parent',
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`The card printer stand-in did not start.\n${said}`));
    const timer = setTimeout(fail, readyWithinMs);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /Card printer stand-in on (\S+)/.exec(said)?.[1];
      if (!url) return;
      clearTimeout(timer);
      // The tests' own end must not wait for it.
      child.unref();
      for (const pipe of [child.stdout, child.stderr]) (pipe as Socket).unref();
      resolve(url);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => {
      clearTimeout(timer);
      fail();
    });
  });
}
