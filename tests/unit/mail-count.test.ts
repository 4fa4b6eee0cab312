import { expect, test, vi } from 'vitest';
import { playCalls, playFunctions, recording } from '#tests/support/checked-sql/played-statements.ts';
import { storeOn } from '#tests/support/checked-sql/plays.ts';
import { countingMails } from '#worker/store/mail-count.ts';

vi.mock('#worker/store/sql.ts', async (original) => recording(await original()));

const mail = { messageId: '<1@cards.test>', template: 'verify_email', to: 'ada@example.test', payload: {} } as const;

test('counts the mails of each request apart, and nothing else', async () => {
  const [ada, bob] = [{ queued: 0 }, { queued: 0 }];
  await playCalls([
    async (db) => {
      const [adas, bobs] = [storeOn(countingMails(db, ada)), storeOn(countingMails(db, bob))];
      await adas.mailLinks.queue({ userId: 1, emailKey: mail.to }, mail, 1);
      await bobs.users.signedIn({ userId: 2, sessionHash: 'hash' }, 1);
      await adas.money.queue(1, [mail, mail], 2);
      await bobs.passwordResets.request(mail.to, { messageId: '<2@cards.test>', tokenHash: 'hash' }, 1);
    },
  ]);
  expect([ada, bob]).toEqual([{ queued: 3 }, { queued: 1 }]);
});

test('counts every statement that queues one', async () => {
  const counts: { queued: number }[] = [];
  const played = await playFunctions((db) => {
    const count = { queued: 0 };
    counts.push(count);
    return storeOn(countingMails(db, count));
  }, []);
  const queueing = played.filter(({ sql }) => /INTO\s+outbox/i.test(sql));
  expect(counts.reduce((sum, { queued }) => sum + queued, 0)).toBe(queueing.length);
  expect(queueing.length).toBeGreaterThan(20);
});
