/** Runs a fake service in its own process for tests, on a free port. The process exits with the tests. */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { getChildAddress } from '#scripts/setup/fake-address.mjs';
import { root } from '#scripts/setup/run.mjs';

export interface Fake {
  url: string;
  /** Stops the fake; resolves once it has saved its state and its process has ended. */
  stop(): Promise<void>;
}

export async function spawnFake(folder: string, name: string, args: string[]): Promise<Fake> {
  const program = join(root, 'scripts', 'fakes', folder, 'main.ts');
  const child = spawn(process.execPath, [program, ...args, '--ends-with-parent'], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  const processClosed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await processClosed;
  };
  try {
    const url = await getChildAddress(child, name);
    // Lets the tests exit without waiting for the fake.
    child.unref();
    for (const pipe of [child.stdout, child.stderr]) (pipe as Socket).unref();
    return { url, stop };
  } catch (error) {
    void stop();
    throw error;
  }
}
