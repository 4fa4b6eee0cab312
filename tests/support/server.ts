/**
 * The product for browser tests: what `npm start` runs, on its own port, with a database that goes away with it: a copy of
 * the one in CACHE_CARDS_TEST_STATE, or a fresh one.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPort } from '#tests/support/demo.ts';

const state = mkdtempSync(join(tmpdir(), 'cache-cards-e2e-'));
const prepared = process.env.CACHE_CARDS_TEST_STATE;
if (prepared) cpSync(prepared, state, { recursive: true });
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...process.env, PORT: String(testPort), CACHE_CARDS_STATE: state },
  stdio: ['ignore', 'inherit', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.on('close', (code) => {
  rmSync(state, { recursive: true, force: true });
  process.exit(code ?? 1);
});
