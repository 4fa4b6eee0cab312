import { env } from 'cloudflare:workers';
import { withSession } from '#tests/support/database/session-database.ts';
import type { TestMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';

/** Number of database round trips before a redemption's write. Must match the test that counts a redemption's round trips. */
const roundTripsBeforeWrite = 6;

/**
 * Injects a change between the decision and the write of the member's redemption. Returns a function that reports whether the change was
 * made.
 */
export function beforeRedemption({ client }: Pick<TestMember, 'client'>, makeChange: () => Promise<void>): () => boolean {
  let isChanged = false;
  const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
  const DB = withSession({
    prepare: (sql) => workerEnv.DB.prepare(sql),
    async batch(statements) {
      if (use.roundTrips === roundTripsBeforeWrite && !isChanged) {
        isChanged = true;
        await makeChange();
      }
      return workerEnv.DB.batch(statements);
    },
  });
  client.workerEnv = { ...workerEnv, DB };
  return () => isChanged;
}
