/** Builds a migrated local database with the demo data. It does not use wrangler, which would be ten times slower. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { seedDemo } from '#scripts/seed/demo.ts';
import { createDatabaseFile } from '#scripts/setup/create-database-file.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { root } from '#scripts/setup/run.mjs';
import { d1Over } from '#tests/support/database/local-d1.ts';
import { migrateDatabase } from '#tests/support/database/migrate-database.ts';

/**
 * Fills a new state folder with the demo data. `stripeState` is the path of the fake Stripe's state file. `travelerSecret` is the Worker's
 * TRAVELER_DATA_KEY.
 */
export async function createDemoState(state: string, stripeState: string, travelerSecret?: string): Promise<void> {
  await createDatabaseFile(state);
  const database = openDatabaseFile(state);
  migrateDatabase(database);
  // Creates the table in which wrangler records applied migrations.
  database.exec(`CREATE TABLE d1_migrations(
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`);
  const names = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'));
  const record = database.prepare('INSERT INTO d1_migrations (name) VALUES (?)');
  for (const name of names.sort()) record.run(name);
  await seedDemo(d1Over(database), stripeState, Math.floor(Date.now() / 1_000), travelerSecret);
  database.close();
}
