/** The product for browser tests: what `npm start` runs, on its own port, with a fresh database that goes away with it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPort } from '#tests/support/demo.ts';

const state = mkdtempSync(join(tmpdir(), 'cache-cards-e2e-'));
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...process.env, PORT: String(testPort), CACHE_CARDS_STATE: state },
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('close', (code) => {
  rmSync(state, { recursive: true, force: true });
  process.exit(code ?? 1);
});
