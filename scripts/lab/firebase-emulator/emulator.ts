import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Package to run with `npx`, unless FIREBASE_TOOLS contains the path of an installed `firebase`. It is too large to be a dependency. */
const firebaseTools = 'firebase-tools@15.34.2';
const startTimeoutMs = 300_000;

/** Project id. The `demo-` prefix marks projects that exist only in emulators. */
export const emulatedProject = 'demo-cache-cards';

export interface Emulator {
  url: string;
  stop: () => void;
}

export async function startEmulator(port: number): Promise<Emulator> {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-emulator-'));
  const emulators = { auth: { host: 'localhost', port }, ui: { enabled: false }, hub: { port: port + 1 }, logging: { port: port + 2 } };
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const [command, ...firstArguments] = process.env.FIREBASE_TOOLS ? [process.env.FIREBASE_TOOLS] : ['npx', '--yes', firebaseTools];
  const child = spawn(command ?? '', [...firstArguments, 'emulators:start', '--only', 'auth', '--project', emulatedProject], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Runs npx in its own process group so that npx, its shell and the emulator can be terminated together.
    detached: true,
    env: { ...process.env, CI: 'true' },
  });
  const stop = () => {
    killProcessGroup(child);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const url = `http://localhost:${port}`;
  await waitUntilResponding(url, child);
  return { url, stop };
}

async function waitUntilResponding(url: string, child: ChildProcess): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The emulator ended before it was ready:\n${output}`);
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`The emulator did not respond in time:\n${output}`);
}

function killProcessGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // Ignores the error because the process has already exited.
  }
}
