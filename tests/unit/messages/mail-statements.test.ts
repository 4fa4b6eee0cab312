import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { playCalls, playFunctions, recording } from '#tests/support/database/checked-sql/played-statements.ts';
import { storeOn } from '#tests/support/database/checked-sql/plays.ts';
import type { Database } from '#worker/store/database.ts';
import { RequestDatabase } from '#worker/store/request-database.ts';
import type { Store } from '#worker/store/store.ts';

vi.mock('#worker/store/sql.ts', async (original) => recording(await original()));

const insertsMail = /INTO\s+["'`[]?outbox\b/i;
const mail = { template: 'verify_email', to: 'ada@example.test', payload: {} } as const;

const requestOn = (db: Database) => {
  const answers = async (statements: D1PreparedStatement[]) => (await db.batch(statements)).map((answer) => ({ ...answer, meta: {} }));
  const withSession = () => ({ batch: answers, getBookmark: () => null });
  return new RequestDatabase({ ...db, withSession } as unknown as D1Database, 'primary');
};

test('the mail counter counts the emails of each request separately, and nothing else', async () => {
  const requests: RequestDatabase[] = [];
  await playCalls([
    async (db) => {
      requests.push(requestOn(db), requestOn(db));
      const [adas, bobs] = requests.map(storeOn) as [Store, Store];
      await adas.mailLinks.queue({ userId: 1, emailKey: mail.to }, mail, 1);
      await bobs.users.signedIn({ userId: 2, sessionHash: 'hash' }, 1);
      await adas.money.queue(1, [mail, mail], 2);
      await bobs.passwordResets.request(
        mail.to,
        { reset: { messageId: '<2@cards.test>', tokenHash: 'hash' }, undo: { messageId: '<3@cards.test>', tokenHash: 'other' } },
        1,
      );
    },
  ]);
  expect(requests.map(({ mailStatements }) => mailStatements)).toEqual([3, 2]);
});

test('the mail counter counts every statement that inserts an email', async () => {
  const requests: RequestDatabase[] = [];
  const played = await playFunctions((db) => {
    const request = requestOn(db);
    requests.push(request);
    return storeOn(request);
  }, []);
  const inserts = played.filter(({ sql }) => insertsMail.test(sql));
  expect(requests.reduce((sum, { mailStatements }) => sum + mailStatements, 0)).toBe(inserts.length);
  expect(inserts.length).toBeGreaterThan(20);
});

test('only one file inserts emails', () => {
  const inserting = globSync('worker/**/*.ts').filter((file) => insertsMail.test(readFileSync(file, 'utf8')));
  expect(inserting).toEqual(['worker/store/messages/mail.ts']);
});
