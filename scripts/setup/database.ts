/** The local database, opened without a server: for what fills it, and for what looks into it. */
import { join, resolve } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { getPlatformProxy } from 'wrangler';

export interface OpenDatabase {
  db: D1Database;
  close: () => Promise<void>;
}

/** Opens the one in this folder of state, beside a server that may run on it. */
export async function openDatabase(stateFolder: string): Promise<OpenDatabase> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    environment: 'development',
    persist: { path: join(resolve(stateFolder), 'v3') },
  });
  return { db: env.DB, close: dispose };
}
