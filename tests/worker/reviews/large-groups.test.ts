/** Decisions about many members and thousands of finds. Product rules: Reviews. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { findRows } from '#tests/support/tokens/ledger-rows.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { expectError, newMember, row } from '#tests/worker/support/client.ts';
import { all, decide, path, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

describe('a large group', () => {
  /** Creates members who each have `findsEach` finds of one owner's cards, inserted in bulk with the columns of real finds. */
  async function seedFarm(members: number, findsEach: number): Promise<number[]> {
    const owner = await newMember({ role: 'premium' });
    const run = (sql: string, ...values: (string | number)[]) =>
      env.DB.prepare(sql)
        .bind(...values)
        .run();
    const series = (count: number) => `WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${count})`;
    const mark = `farm${owner.id}`;
    await run(
      `${series(members)} INSERT INTO users (email, email_key, password_hash, referral_code, created_at)
       SELECT ?1 || n || '@x.test', ?1 || n || '@x.test', '!', ?1 || n, 1 FROM series`,
      mark,
    );
    const ids = (await all<{ id: number }>(`SELECT id FROM users WHERE email_key LIKE '${mark}%' ORDER BY id`)).map(({ id }) => id);
    const first = 9_000_000 + (owner.id % 9_000) * 100;
    await run(
      `${series(findsEach)} INSERT INTO cache_cards (card_id, code, user_id, status, available_at, total_scans, tokens_earned, created_at)
       SELECT 'TC-' || (${first} + n), 'AAAAAAAA', ${owner.id}, 'active', 1, ${members}, ${members * 2}, 1 FROM series`,
    );
    const finds = `FROM json_each('${JSON.stringify(ids)}') u CROSS JOIN cache_cards c WHERE c.user_id = ${owner.id}`;
    await run(
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, request_key)
       SELECT c.id, u.value, 1, 0, 1, 2, 1, 'f:' || c.id ${finds}`,
    );
    await run(findRows(finds, { finder: 'u.value', find: `c.id * 1000000 + u.value`, at: 1 }));
    return [owner.id, ...ids];
  }

  test('of 100 members with 5,000 finds is decided and undone in one go', { tags: 'long', timeout: 60_000 }, async () => {
    const boss = await newAdmin('super_admin');
    const ids = await seedFarm(100, 50);
    const before = await storedState(ids);
    const decision = await decide(boss, 'take_back', ids);
    expect(decision.effects.filter(({ kind }) => kind === 'find')).toHaveLength(5_000);
    expect(
      await row('SELECT sum(token_balance) AS held FROM users WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
    ).toEqual({ held: 0 });
    await undoDecision(boss, decision);
    expect(await storedState(ids)).toEqual(before);
  });

  test('with more finds than one decision can handle is rejected with the way to continue', async () => {
    const boss = await newAdmin('super_admin');
    const ids = await seedFarm(123, 50);
    const refusal = expectError(
      await boss.client.post(`${path}/preview`, { action: 'take_back', memberIds: ids }),
      409,
      'review_decision_too_large',
    );
    expect(refusal.message).toContain('6,000 finds');
    expect(refusal.message).toContain('select fewer members');
    const tooMany = await boss.client.post(`${path}/preview`, { action: 'hold', memberIds: Array.from({ length: 201 }, (_, n) => n + 1) });
    expect(expectError(tooMany, 400, 'invalid_input').fields).toMatchObject({ memberIds: expect.stringContaining('200') });
  }, 60_000);
});
