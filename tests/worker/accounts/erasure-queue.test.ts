/** Many or large accounts don't delay the erasure of other members. Product rules: A member's own data. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountErasureDeadlineSeconds, jobRetrySeconds, secondsPerMinute } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { erasedAt, month, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { filledMember } from '#tests/worker/support/accounts/personal-rows.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import { advanceClock, Client, change, newCard, newMember, row, setClock, type TestMember } from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { eraseAccounts } from '#worker/jobs/erase-accounts.ts';
import { mailSubject } from '#worker/mails/compose.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const run = () => fire('erase-accounts');

/** Runs the job with a budget that is spent once it has started this number of accounts. */
async function runFor(accounts: number): Promise<void> {
  const config = await readConfig(env as unknown as Env);
  const deps = {
    ...(await paymentDeps(config, createStore(env as unknown as Env), Math.floor(Date.now() / 1_000))),
    hashMailbox: async () => 'hash',
    hashFormerMailbox: async () => 'hash',
    publicOrigin: config.publicOrigin,
    mailSubject,
  };
  // The queue asks once before its query and once before each account.
  let questions = 0;
  const isSpent = () => {
    questions += 1;
    return questions > 1 + accounts;
  };
  await eraseAccounts(deps, { isSpent });
}

async function addSignIns(userId: number, count: number): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM pragma_table_info('sign_ins') WHERE name NOT IN ('id', 'user_id', 'at', 'hour')`,
  ).all<{
    name: string;
  }>();
  const columns = results.map(({ name }) => name).join(', ');
  await change(
    `INSERT INTO sign_ins (user_id, at, hour, ${columns}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT user_id, at - i, hour - i, ${columns} FROM n, (SELECT * FROM sign_ins WHERE user_id = ?1 ORDER BY id LIMIT 1)`,
    userId,
    count,
  );
}

test('twenty-five new accounts are erased in the same run as the member behind them', { timeout: 60_000 }, async () => {
  for (let accounts = 0; accounts < 25; accounts += 1) await remove(await newMember());
  advanceClock(1);
  const member = await newMember();
  await remove(member);
  week();
  const erased: unknown[] = [];
  for (let runs = 0; runs < 3 && (await erasedAt(member.id)) === null; runs += 1) {
    await run();
    erased.push((await row<{ n: number }>('SELECT count(*) AS n FROM users WHERE erased_at IS NOT NULL'))?.n);
    advanceClock(5 * secondsPerMinute);
  }
  expect(erased).toEqual([26]);
});

/** Returns an account with many sign-ins and a member who asked for deletion after it. Both are due for erasure. */
async function largeAccountAndMember(signIns: number): Promise<[large: TestMember, member: TestMember]> {
  const large = await newMember();
  await remove(large);
  advanceClock(1);
  const member = await newMember();
  await remove(member);
  week();
  await addSignIns(large.id, signIns);
  return [large, member];
}

test('an account with many rows is erased in one run with the member behind it', { timeout: 60_000 }, async () => {
  const [large, member] = await largeAccountAndMember(40_000);
  await run();
  expect(await erasedAt(large.id)).not.toBeNull();
  expect(await erasedAt(member.id)).not.toBeNull();
});

/** Erases in rounds, as the job does. Returns the number of rounds. */
async function eraseInRounds(id: number, now: number): Promise<number> {
  const { erasure } = createStore(env as unknown as Env);
  for (let rounds = 1; ; rounds += 1) if ((await erasure.eraseSome(id, now)) && (await erasure.finishErasure(id, '!', now))) return rounds;
}

test('an account is not marked as erased while any of its data is left', async () => {
  const { id } = await directMember();
  await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
  const { erasure } = createStore(env as unknown as Env);
  expect(await erasure.finishErasure(id, '!', 2)).toBe(false);
  expect(await erasure.eraseSome(id, 2)).toBe(true);
  // As if a request had added a row between the two steps.
  await change(`INSERT INTO notification_choices (user_id, channel, topic) VALUES (?1, 'email_off', 'news')`, id);
  expect(await erasure.finishErasure(id, '!', 2)).toBe(false);
  expect(await erasedAt(id)).toBeNull();
  expect(await eraseInRounds(id, 3)).toBe(1);
  expect(await erasedAt(id)).toBe(3);
  expect(await erasure.finishErasure(id, '!', 4), 'repeated').toBe(true);
  expect(await erasedAt(id)).toBe(3);
});

test('a member with data in every table is erased by the run that starts it, even without further budget', async () => {
  const { member } = await filledMember();
  await remove(member);
  month();
  await runFor(1);
  expect(await erasedAt(member.id)).not.toBeNull();
});

test('an account whose rows exceed a run goes behind the others', { timeout: 60_000 }, async () => {
  const [large, member] = await largeAccountAndMember(20_000);
  await runFor(1);
  expect([await erasedAt(large.id), await erasedAt(member.id)]).toEqual([null, null]);
  advanceClock(jobRetrySeconds.first);
  await runFor(2);
  expect(await erasedAt(large.id)).toBeNull();
  expect(await erasedAt(member.id)).not.toBeNull();
  advanceClock(jobRetrySeconds.first);
  await run();
  expect(await erasedAt(large.id)).not.toBeNull();
});

test('a deletion canceled while the job is running erases nothing', async () => {
  const member = await newMember();
  const card = await newCard({ owner: member.id });
  await remove(member);
  const token = await linkIn(member.email, 'account_deletion');
  advanceClock(accountErasureDeadlineSeconds);
  // As after a suspension, which extends the link.
  await change(`UPDATE one_time_links SET expires_at = ?2 WHERE user_id = ?1`, member.id, Math.floor(Date.now() / 1_000) + 60);
  let interceptedBatches = 0;
  const workerEnv = beforeBatch(
    env as unknown as Env,
    (sql) => /UPDATE one_time_links SET used_at = \?2\s+WHERE user_id = \?1 AND purpose IN/.test(sql),
    async () => {
      interceptedBatches += 1;
      if (interceptedBatches === 1) expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
    },
  );
  await fire('erase-accounts', { workerEnv });
  expect(interceptedBatches).toBe(1);
  expect(await row('SELECT user_id AS owner, location FROM cache_cards WHERE id = ?', card.id)).toEqual({
    owner: member.id,
    location: 'Old mill',
  });
  expect(await erasedAt(member.id)).toBeNull();
});
