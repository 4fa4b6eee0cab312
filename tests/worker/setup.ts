/** Before each test file: an empty database and empty namespaces, for one Worker runs file after file. */
import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { countApart } from './apart.ts';

// Once in thirty files the database outlives it, with everything in it.
do await reset();
while (await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").first());
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await countApart();
