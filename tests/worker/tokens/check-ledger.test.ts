/**
 * The ledger check, run as a job or by an administrator, compares the token ledger with balances, running totals and daily totals. Product
 * rules: Tokens.
 */
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerCheckSeconds, ledgerRecheckSeconds } from '#schema/rules.ts';
import type { LedgerChecks } from '#schema/tokens/admin-tokens.ts';
import { owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { giveTokens } from '#tests/worker/support/certificates/redeemer.ts';
import { change, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { checkLedger } from '#worker/jobs/check-ledger.ts';
import { sumStore } from '#worker/store/admin/system/sums.ts';
import { ledgerCheckStore } from '#worker/store/tokens/admin-ledger-checks.ts';

const path = '/api/admin/tokens/check';
let admin: TestAdmin;
let now = 1_800_000_000;

const read = async () => (await admin.client.get<LedgerChecks>(path)).body;
const checkNow = async () => (await admin.client.post<LedgerChecks>(path)).body;
const runWith = (ledgerChecks: ReturnType<typeof ledgerCheckStore>) =>
  checkLedger({ store: { admin: { ledgerChecks }, listValues: { check: async () => [] } } }, now);
const job = (chunkRows?: number) => runWith(ledgerCheckStore(env.DB, chunkRows));
const setBalance = (id: number, balance: number) => change('UPDATE users SET token_balance = ? WHERE id = ?', balance, id);
let turns = 0;
const manyRows = (id: number, count: number) => {
  turns += count;
  return change(
    `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count})
     ${tokenRow('scan', { user: id, amount: '1 + n % 3', subject: 1, turn: `${turns} + n`, at: '1790000000 + n', from: 'FROM s' })}`,
  );
};

beforeAll(async () => {
  admin = await newAdmin('admin');
});
beforeEach(() => {
  now += ledgerCheckSeconds;
});

describe('a requested ledger check', () => {
  test('reports what was compared, and when', async () => {
    const { id } = await directMember();
    await giveTokens(id, 5);
    await manyRows(id, 3_000);
    const checks = await checkNow();
    const { last, runningSince } = checks;
    const sums = await row<{ ledger: number; entries: number }>(
      'SELECT sum(amount) AS ledger, count(*) AS entries FROM token_transactions',
    );
    expect(runningSince).toBeNull();
    expect(last).toMatchObject({
      addsUp: true,
      ...sums,
      held: sums?.ledger,
      runningBalance: sums?.ledger,
      runningEntries: sums?.entries,
      issued: sums?.ledger,
      redeemed: 0,
      withdrawn: 0,
      differing: 0,
      members: [],
    });
    expect(await read()).toEqual(checks);
  });

  test('finds a balance that was changed by hand, and its member', async () => {
    const { id } = await directMember();
    await giveTokens(id, 5);
    await setBalance(id, 1_005);
    const { last } = await checkNow();
    expect(last).toMatchObject({ addsUp: false, differing: 1, members: [{ id, balance: 1_005, ledger: 5 }] });
    expect((last?.held ?? 0) - (last?.ledger ?? 0)).toBe(1_000);
    await setBalance(id, 5);
    expect((await checkNow()).last).toMatchObject({ addsUp: true, members: [] });
    expect(await row('SELECT count(*) AS n FROM ledger_checks')).toEqual({ n: 1 });
  });

  test('also compares owed tokens with their rows, member by member', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const owes = (id: number, owed: number) => change('UPDATE users SET owed_tokens = ? WHERE id = ?', owed, id);
    await change(owedRow('reversal', { user: one.id, amount: 4, subject: 1 }));
    expect((await checkNow()).last).toMatchObject({ addsUp: true, differing: 0, owed: 4, owedLedger: 4 });
    await owes(one.id, 3);
    await owes(other.id, 1);
    expect((await checkNow()).last).toMatchObject({
      addsUp: false,
      differing: 2,
      owed: 4,
      owedLedger: 4,
      members: [
        { id: one.id, owed: 3, owedLedger: 4 },
        { id: other.id, owed: 1, owedLedger: 0 },
      ],
    });
    await owes(one.id, 4);
    await owes(other.id, 0);
    expect((await checkNow()).last?.addsUp).toBe(true);
  });

  test('finds tokens moved between balances, although all sums agree', async () => {
    const [one, other] = [await directMember(), await directMember()];
    for (const { id } of [one, other]) await giveTokens(id, 5);
    await setBalance(one.id, 2);
    await setBalance(other.id, 8);
    const { last } = await checkNow();
    expect(last?.held).toBe(last?.ledger);
    expect(last).toMatchObject({
      addsUp: false,
      differing: 2,
      members: [
        { id: one.id, balance: 2, ledger: 5 },
        { id: other.id, balance: 8, ledger: 5 },
      ],
    });
    for (const { id } of [one, other]) await setBalance(id, 5);
  });

  test.each([
    ['a day total', 'UPDATE day_totals SET tokens_issued = tokens_issued + ?1 WHERE day = (SELECT max(day) FROM day_totals)'],
    ['a running total', 'UPDATE running_totals SET token_balance = token_balance + ?1'],
  ])('finds %s that differs from the ledger', async (_, sql) => {
    await sumStore(env.DB).addSome();
    await change(sql, 1);
    expect((await checkNow()).last).toMatchObject({ addsUp: false, differing: 0 });
    await change(sql, -1);
    expect((await checkNow()).last?.addsUp).toBe(true);
  });

  test('names the first of many members with differences', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 25; count += 1) ids.push((await directMember()).id);
    for (const id of ids) await setBalance(id, 3);
    const { last } = await checkNow();
    expect(last?.differing).toBe(25);
    expect(last?.members.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    for (const id of ids) await setBalance(id, 0);
  });
});

describe('the ledger check job', () => {
  test.each([1, 7, 500])('finds the same in chunks of %i rows as at once', async (chunkRows) => {
    const [one, other] = [await directMember(), await directMember()];
    await manyRows(one.id, 40);
    await manyRows(other.id, 3);
    const { last: atOnce } = await checkNow();
    await job(chunkRows);
    for (let run = 0; run < 10 && (await read()).runningSince !== null; run += 1) await job(chunkRows);
    const { last } = await read();
    expect(last).toEqual({ ...atOnce, startedAt: last?.startedAt, finishedAt: last?.finishedAt });
    expect(last?.startedAt).toBe(new Date(now * 1_000).toISOString());
  });

  test('continues where it stopped, undisturbed by concurrent writes', async () => {
    const checks = ledgerCheckStore(env.DB, 5);
    const [early, late] = [await directMember(), await directMember()];
    await change('DELETE FROM ledger_checks');
    await checks.begin(now, ledgerCheckSeconds);
    await checks.begin(now, ledgerCheckSeconds);
    let step = await checks.checkSome(now);
    for (let chunk = 0; step?.finishedAt === null; chunk += 1) {
      await giveTokens(early.id, 2);
      await giveTokens(late.id, 3);
      if (chunk === 2) await giveTokens((await directMember()).id, 9);
      step = await checks.checkSome(now);
    }
    expect(await checks.checkSome(now)).toBeUndefined();
    expect((await read()).last).toMatchObject({ addsUp: true, differing: 0 });
    expect((await read()).last?.entries).toBeLessThan((await row<{ n: number }>('SELECT count(*) AS n FROM token_transactions'))?.n ?? 0);
  });

  test('fails when the ledger does not add up, so that it shows among the jobs', async () => {
    const { id } = await directMember();
    await change('DELETE FROM ledger_checks');
    await setBalance(id, 1_000);
    await expect(job()).rejects.toThrow('does not add up. Members affected: 1');
    expect((await read()).last?.members).toMatchObject([{ id, balance: 1_000, ledger: 0 }]);
    await setBalance(id, 0);
  });

  test('reports a known difference until a complete later check finds none', async () => {
    const { id } = await directMember();
    await manyRows(id, 40);
    await change('DELETE FROM ledger_checks');
    const right = (await row<{ n: number }>('SELECT token_balance AS n FROM users WHERE id = ?', id))?.n ?? 0;
    await setBalance(id, 1_000);
    await expect(job()).rejects.toThrow('does not add up');
    // The job keeps reporting the mismatch until the next check reaches this member again.
    await expect(job()).rejects.toThrow('does not add up');
    now += ledgerRecheckSeconds;
    const checks = ledgerCheckStore(env.DB, 5);
    await checks.begin(now, ledgerRecheckSeconds);
    await checks.checkSome(now);
    expect((await read()).runningSince).not.toBeNull();
    expect((await read()).last?.addsUp).toBe(false);
    await setBalance(id, right);
    await expect(runWith({ ...checks, checkSome: async () => undefined })).rejects.toThrow('does not add up');
    await job();
    expect((await read()).last?.addsUp).toBe(true);
    await job();
  });

  test('stores a difference found half-way, which a newly requested check does not discard', async () => {
    const { id } = await directMember();
    const last = await directMember();
    await manyRows(last.id, 40);
    await change('DELETE FROM ledger_checks');
    await job();
    now += ledgerCheckSeconds;
    await setBalance(id, 7);
    const checks = ledgerCheckStore(env.DB, 1);
    await checks.begin(now, ledgerCheckSeconds);
    let found = 0;
    while (found === 0) found = (await checks.checkSome(now))?.differing ?? 1;
    expect(await read()).toMatchObject({ last: { addsUp: true }, runningDiffering: 1 });
    await checks.restart(now);
    expect((await checks.sums()).some(({ differing }) => differing === 1)).toBe(true);
    await setBalance(id, 0);
    await change('DELETE FROM ledger_checks');
  });

  test('starts once a day, and is cheap in between', async () => {
    await change('DELETE FROM ledger_checks');
    await job();
    const { last } = await read();
    const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
    now += ledgerCheckSeconds - 1;
    await runWith(ledgerCheckStore(countedEnv.DB));
    expect(use.rowsRead).toBeLessThanOrEqual(20);
    expect(await read()).toEqual({ last, runningSince: null, runningDiffering: 0 });
    now += 1;
    await job();
    expect((await read()).last?.startedAt).toBe(new Date(now * 1_000).toISOString());
  });

  test('reads at most its share per chunk, however long the ledger is', async () => {
    const members = [await directMember(), await directMember(), await directMember()];
    for (const { id } of members) await manyRows(id, 2_000);
    await change('DELETE FROM ledger_checks');
    const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
    const checks = ledgerCheckStore(countedEnv.DB, 1_000);
    await checks.begin(now, ledgerCheckSeconds);
    for (let isGoing = true; isGoing; ) {
      Object.assign(use, { roundTrips: 0, rowsRead: 0 });
      isGoing = (await checks.checkSome(now))?.finishedAt === null;
      // A member's rows are never split between chunks, so a chunk may exceed its size by one member's rows.
      expect(use.rowsRead).toBeLessThanOrEqual(12_000);
    }
    expect((await read()).last?.addsUp).toBe(true);
  });
});
