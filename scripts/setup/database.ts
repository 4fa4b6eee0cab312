import { join, resolve } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { getPlatformProxy } from 'wrangler';

export interface OpenDatabase {
  db: D1Database;
  close: () => Promise<void>;
}

export async function openDatabase(stateFolder: string): Promise<OpenDatabase> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    environment: 'development',
    persist: { path: join(resolve(stateFolder), 'v3') },
  });
  return { db: env.DB, close: dispose };
}
