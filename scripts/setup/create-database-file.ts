import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { localDatabaseId } from '#scripts/setup/database-file.ts';

/** Creates the empty file in which Miniflare and wrangler store the local database, without starting wrangler, which takes seconds. */
export async function createDatabaseFile(state: string): Promise<void> {
  const options = { modules: true, script: '', d1Databases: { DB: localDatabaseId }, resourcePersistencePath: join(state, 'v3') };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  await (await miniflare.getD1Database('DB')).prepare('SELECT 1').run();
  await miniflare.dispose();
}
