/** How many mails one request queues, so that it delivers them right after its answer. */
import type { Database } from './database.ts';
import { watchedDatabase } from './watched-database.ts';

export interface MailCount {
  queued: number;
}

/**
 * The same database, counting in `count` the statements prepared on it that queue mails. One that queues for whom it finds, or
 * that a failed batch undoes, may have queued none.
 */
export function countingMails(db: Database, count: MailCount): Database {
  return watchedDatabase(db, (sql) => {
    if (sql.includes('INSERT INTO outbox')) count.queued += 1;
  });
}
