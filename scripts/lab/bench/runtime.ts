import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { D1Database, KVNamespace } from '@cloudflare/workers-types';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { localDatabaseId } from '#scripts/setup/database-file.ts';
import { migrateLocal } from '#scripts/setup/migrate.ts';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { compatibilityDate, listModules } from '#scripts/setup/worker-bundle.mjs';
import { siteListFiles } from '#scripts/site/site-lists.ts';

/** Environment bindings that the Worker needs to start. */
export const bindings = {
  ENVIRONMENT: 'development',
  PUBLIC_ORIGIN: 'https://cards.test',
  USER_TOKEN_KEY: 'bench-user-token-key-0123456789abcdef',
  ADMIN_TOKEN_KEY: 'bench-admin-token-key-0123456789abcdef',
  LINK_SIGNING_KEY: 'bench-link-signing-key-0123456789abcdef',
  ADDRESS_HASH_KEY: 'bench-address-hash-key-0123456789abcdef',
  // Placeholder secrets that the Worker needs to start; no measured call uses Stripe.
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
};

export interface Runtime {
  origin: URL;
  db: D1Database;
  sessions: KVNamespace;
  /** Starts another workerd process with the same data, at another URL. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

const bundle = join(root, 'dist', 'bench');

export async function buildWorker(): Promise<void> {
  rmSync(bundle, { recursive: true, force: true });
  // Serves the built site directly. Unlike `npm start`, the benchmark does not need a separate folder for the development site.
  const site = join('dist', 'web');
  const args = ['deploy', 'scripts/lab/bench/worker/entry.ts', '--dry-run', '--env', 'development', '--outdir', bundle, '--assets', site];
  await runOrFail('The benchmark’s Worker could not be built.', 'wrangler', args);
}

export async function startRuntime(): Promise<Runtime> {
  const state = mkdtempSync(join(tmpdir(), 'cache-cards-bench-'));
  const clear = () => rmSync(state, { recursive: true, force: true });
  process.once('exit', clear);
  await migrateLocal(state);
  let runningProduct = await run(state);
  return {
    get origin() {
      return runningProduct.origin;
    },
    get db() {
      return runningProduct.db;
    },
    get sessions() {
      return runningProduct.sessions;
    },
    async restart() {
      await runningProduct.dispose();
      runningProduct = await run(state);
    },
    async dispose() {
      await runningProduct.dispose();
      clear();
      process.removeListener('exit', clear);
    },
  };
}

async function run(state: string): Promise<Omit<Runtime, 'restart'>> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...listModules(bundle),
      compatibilityDate: compatibilityDate(),
      bindings,
      d1Databases: { DB: localDatabaseId },
      kvNamespaces: ['SESSIONS'],
      serviceBindings: { ASSETS: ({ url }) => siteListFiles.fetch(url) },
      resourcePersistencePath: join(state, 'v3'),
      cf: false,
    }),
  );
  const origin = await miniflare.ready;
  const db = (await miniflare.getD1Database('DB')) as unknown as D1Database;
  const sessions = (await miniflare.getKVNamespace('SESSIONS')) as unknown as KVNamespace;
  return { origin, db, sessions, dispose: () => miniflare.dispose() };
}
