/** Decisions about many members and thousands of finds. Product rules: Reviews. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { findRows } from '#tests/support/tokens/ledger-rows.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { expectError, newMember, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { all, decide, path, storedState, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import type { Env } from '#worker/env.ts';

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

  test('of 100 members with 6,000 finds is decided and undone in one go', { tags: 'long', timeout: 60_000 }, async () => {
    const boss = await newAdmin('super_admin');
    const ids = await seedFarm(100, 60);
    const before = await storedState(ids);
    const decision = await decide(boss, 'take_back', ids);
    expect(decision.effects.filter(({ kind }) => kind === 'find')).toHaveLength(6_000);
    expect(
      await row('SELECT sum(token_balance) AS held FROM users WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
    ).toEqual({ held: 0 });
    await undoDecision(boss, decision);
    expect(await storedState(ids)).toEqual(before);
  });

  /**
   * Gives the member one commission for each of `friends` new friends, every second of whom has paid for a membership. A commission out of
   * three is on hold for another reason, and one out of ten was paid.
   */
  async function seedCommissions(referrerId: number, friends: number): Promise<void> {
    const mark = `friend${referrerId}`;
    const seed = (sql: string) => env.DB.prepare(sql).run();
    const each = `FROM users u WHERE u.referred_by_id = ${referrerId}`;
    const paying = `${each} AND u.id % 2 = 0`;
    const now = Math.floor(Date.now() / 1_000);
    await seed(
      `WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${friends})
       INSERT INTO users (email, email_key, password_hash, referral_code, referred_by_id, created_at)
       SELECT '${mark}-' || n || '@x.test', '${mark}-' || n || '@x.test', '!', '${mark}-' || n, ${referrerId}, ${now} FROM series`,
    );
    await seed(
      `INSERT INTO orders (user_id, kind, tier, amount_cents, status, created_at, expires_at, paid_at)
       SELECT u.id, 'membership', 'basic', 5000, 'paid', ${now}, ${now}, ${now} ${paying}`,
    );
    await seed(
      `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, current_period_start, current_period_end, created_at, updated_at)
       SELECT u.id, 'sub_' || u.id, 'basic', 'active', ${now}, ${now + 1_000}, ${now}, ${now} ${paying}`,
    );
    await seed(
      `INSERT INTO payments (user_id, order_id, subscription_id, stripe_invoice_id, amount_cents, currency, description, paid_at)
       SELECT u.id, o.id, s.id, 'in_' || u.id, 5000, 'usd', 'Basic', ${now} FROM orders o JOIN subscriptions s ON s.user_id = o.user_id
         JOIN users u ON u.id = o.user_id WHERE u.referred_by_id = ${referrerId}`,
    );
    await seed(
      `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, treasure_keys, status, held_reason, order_id, created_at)
       SELECT ${referrerId}, u.id, 1000, iif(o.id IS NULL, 0, 2), iif(u.id % 10 = 0, 'paid', iif(u.id % 3 = 0, 'held', 'pending')),
         iif(u.id % 10 <> 0 AND u.id % 3 = 0, 'same_card', NULL), o.id, ${now}
       FROM users u LEFT JOIN orders o ON o.user_id = u.id WHERE u.referred_by_id = ${referrerId}`,
    );
    await seed(
      `INSERT INTO key_events (user_id, kind, amount, subject_id, other_id, turn, created_at)
       SELECT ${referrerId}, 0, 2, c.referred_id, 0, 0, ${now} FROM referral_commissions c
       WHERE c.referrer_id = ${referrerId} AND c.treasure_keys > 0 AND c.status <> 'held'`,
    );
    await seed(
      `INSERT INTO outbox (message_id, template, next_attempt_at, created_at, user_id, to_address, payload, cause)
       SELECT '<' || c.id || '@x>', 'commission_earned', ${now}, ${now}, ${referrerId}, 'x@x.test', '{}', 'commission_earned:' || c.id
       FROM referral_commissions c WHERE c.referrer_id = ${referrerId} AND c.status <> 'held'`,
    );
  }

  test('of a member with over 300 commissions is held, taken back and undone in few statements', async () => {
    const [boss, member] = [await newAdmin('super_admin'), await newMember({ role: 'premium' })];
    await seedCommissions(member.id, 340);
    const { env: countedEnv, countStatements } = countingDatabase(env as unknown as Env);
    boss.client.workerEnv = countedEnv;
    const before = await storedState([member.id]);
    const statuses = () =>
      all(`SELECT DISTINCT status FROM referral_commissions WHERE referrer_id = ${member.id} AND kind = 'commission' ORDER BY 1`);

    const hold = await decide(boss, 'hold', [member.id]);
    expect(hold.effects).toHaveLength(1 + 340 - 34);
    expect(await statuses()).toEqual([{ status: 'held' }, { status: 'paid' }]);
    const whileHeld = await storedState([member.id]);
    const revocation = await decide(boss, 'take_back', [member.id]);
    expect(await statuses()).toEqual([{ status: 'paid' }, { status: 'reversed' }]);
    expect(await row('SELECT net_cents AS owed FROM payout_queue WHERE id = ?', member.id)).toEqual({ owed: -34_000 });
    expect(await row('SELECT treasure_keys AS keys FROM users WHERE id = ?', member.id)).toEqual({ keys: 0 });

    await undoDecision(boss, revocation);
    expect(await storedState([member.id])).toEqual(whileHeld);
    await undoDecision(boss, hold);
    expect(await storedState([member.id])).toEqual(before);
    expect(countStatements()).toBeLessThan(400);
  }, 60_000);

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
