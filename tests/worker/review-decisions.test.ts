/** Decisions about a group: what goes along, and what undoing brings back. Product rules: Reviews, Decisions about a group. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AdminReviewCase } from '#schema/admin/review-case.ts';
import { DecisionPreview, ReviewDecisionDetails, ReviewDecisionList } from '#schema/admin/review-decisions.ts';
import type { GroupAction } from '#schema/review-decision.ts';
import { newAdmin, type TestAdmin } from './administrators.ts';
import { boughtCards, paymentGoesBack, paymentIsKept } from './bought-cards.ts';
import { chestsOf, endMonth } from './chest-facts.ts';
import { type Answer, change, expectError, newCard, newMember, row, type TestCard, type TestMember } from './client.ts';
import { payingMember } from './member-at-stripe.ts';
import { owedChest, owedCommission } from './owed.ts';
import { giveTokens, passReview, verifyEmail } from './redeemer.ts';

const path = '/api/admin/review-decisions';
afterEach(() => {
  vi.useRealTimers();
});

async function all<Row = Record<string, unknown>>(sql: string): Promise<Row[]> {
  return (await env.DB.prepare(sql).all<Row>()).results;
}

async function preview(boss: TestAdmin, action: GroupAction, memberIds: number[]): Promise<DecisionPreview> {
  const answer = await boss.client.post(`${path}/preview`, { action, memberIds });
  expect(answer.status).toBe(200);
  return v.parse(DecisionPreview, answer.body);
}

function send(boss: TestAdmin, action: GroupAction, memberIds: number[], seen: string, reviewId?: number): Promise<Answer> {
  return boss.client.post(path, { action, memberIds, reason: 'One person with many accounts', seen, ...(reviewId && { reviewId }) });
}

async function decide(boss: TestAdmin, action: GroupAction, memberIds: number[], reviewId?: number): Promise<ReviewDecisionDetails> {
  const { seen } = await preview(boss, action, memberIds);
  const answer = await send(boss, action, memberIds, seen, reviewId);
  expect(answer).toMatchObject({ status: 200 });
  return v.parse(ReviewDecisionDetails, answer.body);
}

const undo = (boss: TestAdmin, { id, version }: { id: number; version: number }) =>
  boss.client.post(`${path}/${id}/undo`, { reason: 'It was a family', version });

async function undone(boss: TestAdmin, decision: ReviewDecisionDetails): Promise<ReviewDecisionDetails> {
  const answer = await undo(boss, decision);
  expect(answer).toMatchObject({ status: 200 });
  return v.parse(ReviewDecisionDetails, answer.body);
}

async function find(member: TestMember, cards: readonly TestCard[]): Promise<void> {
  for (const { cardId, code } of cards) expect((await member.client.post('/api/scan', { cardId, code })).status).toBe(200);
}

async function redeem(member: TestMember, type = 'regional-short'): Promise<number> {
  expect(await member.client.post('/api/redeem-certificate', { type })).toMatchObject({ status: 200 });
  return (await row<{ id: number }>('SELECT max(id) AS id FROM vacation_certificates WHERE user_id = ?', member.id))?.id ?? 0;
}

/** All that the product keeps of these members and what is theirs, certificates under review as what they are. */
async function standing(memberIds: number[]): Promise<unknown> {
  const ids = memberIds.join(', ');
  return {
    users: await all(
      `SELECT id, token_balance, owed_tokens, treasure_keys, community_keys, suspended_at FROM users WHERE id IN (${ids}) ORDER BY id`,
    ),
    cards: await all(
      `SELECT id, status, total_scans, tokens_earned, placement_confirmed_at FROM cache_cards WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    scans: await all(
      `SELECT id, kind, tokens_earned, taken_back_by, is_awaiting_verification FROM card_scans WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    certificates: await all(
      `SELECT id, status, review, cancelled_at, cancel_reason, review_reason FROM vacation_certificates WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    commissions: await all(
      `SELECT id, kind, status, held_reason, amount_cents FROM referral_commissions WHERE referrer_id IN (${ids}) ORDER BY id`,
    ),
    chests: await all(
      `SELECT id, month, status, held_reason, refused_at, amount_cents FROM treasure_chest_payouts WHERE user_id IN (${ids}) ORDER BY id`,
    ),
    due: await all(`SELECT id, net_cents, entries, rank FROM payout_queue WHERE id IN (${ids}) ORDER BY id`),
    keys: await all(
      `SELECT user_id, kind, created_at, sum(amount) AS amount FROM key_events WHERE user_id IN (${ids}) GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3`,
    ),
  };
}

const count = async (table: string) => (await row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? 0;

describe('the farm: five accounts of one mailbox on one connection, sixty cards of one owner, seconds apart', () => {
  test('can redeem and never activate; one decision takes it all back, and one undoing restores it exactly', async () => {
    const boss = await newAdmin('super_admin');
    const address = '203.0.113.79';
    const owner = await newMember({ role: 'basic', email: 'boss.x@gmail.com', address });
    const { cards } = await boughtCards(owner.id, 60);
    // Half of them through the form, so that finds confirm placements.
    for (const { cardId } of cards.slice(0, 2)) {
      expect(
        (await owner.client.post(`/api/cache-cards/${cardId}/placement`, { location: 'A wall', description: 'Behind it' })).status,
      ).toBeLessThan(300);
    }
    await verifyEmail(owner.id);
    const finders: TestMember[] = [];
    for (const number of [0, 1, 2, 3, 4]) {
      const finder = await newMember({ email: `boss.x+${number}@gmail.com`, address });
      await verifyEmail(finder.id);
      finders.push(finder);
    }
    // Fifty a day are the limit: the days before are forgotten.
    for (const finder of finders) {
      await find(finder, cards.slice(0, 50));
      await change('DELETE FROM member_days WHERE user_id = ?', finder.id);
      await find(finder, cards.slice(50));
    }
    const honest = await newMember();
    await find(honest, cards.slice(5, 6));

    const ids = [owner, ...finders].map(({ id }) => id);
    const reviews = [await redeem(owner)];
    for (const finder of finders) reviews.push(await redeem(finder));
    const certificates = await all<{ number: string }>(
      `SELECT number FROM vacation_certificates WHERE user_id IN (${ids.join(', ')}) ORDER BY id`,
    );
    for (const [index, member] of [owner, ...finders].entries()) {
      const number = certificates[index]?.number ?? '';
      expectError(await member.client.post(`/api/vacation-certificates/${number}/activate`), 409, 'certificate_in_review');
    }
    const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${reviews[1]}/case`)).body);
    expect(shown.signals.length).toBeGreaterThan(1);
    expect(new Set(shown.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id))).toEqual(new Set(ids));

    const before = await standing([...ids, honest.id]);
    const ledger = await count('token_transactions');
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members.map(({ finds }) => finds)).toEqual([0, 60, 60, 60, 60, 60]);
    // 300 finds and two placements earned the owner 312 tokens, of which 60 went into a certificate; the honest find keeps its one.
    expect(seen.members[0]).toMatchObject({ placements: 2, communityKeys: 2, tokensRefunded: 60, tokensTaken: 312, tokensOwed: 0 });
    expect(seen.members[1]).toMatchObject({ tokensRefunded: 60, tokensTaken: 60, tokensOwed: 0 });

    const decision = await decide(boss, 'take_back', ids, reviews[1]);
    expect(decision).toMatchObject({ action: 'take_back', members: 6, review: { id: reviews[1] }, canBeUndone: true });
    expect(await all(`SELECT DISTINCT status, review FROM vacation_certificates WHERE user_id IN (${ids.join(', ')})`)).toEqual([
      { status: 'cancelled', review: 'refused' },
    ]);
    expect(
      await all(
        `SELECT token_balance AS balance, owed_tokens AS owed, community_keys AS keys FROM users WHERE id IN (${ids.join(', ')}) ORDER BY id`,
      ),
    ).toEqual([{ balance: 1, owed: 0, keys: 0 }, ...finders.map(() => ({ balance: 0, owed: 0, keys: 0 }))]);
    expect(await all(`SELECT DISTINCT total_scans AS finds FROM cache_cards WHERE user_id = ${owner.id} ORDER BY 1`)).toEqual([
      { finds: 0 },
      { finds: 1 },
    ]);
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', honest.id)).toEqual({ balance: 1 });
    expect(
      await row(
        `SELECT count(*) AS n FROM token_transactions WHERE cause = 'reversal:decision:' || ?1 || '/' || ?2 || ':1'`,
        String(decision.id),
        String(owner.id),
      ),
    ).toEqual({ n: 1 });
    const mails = await all(`SELECT template, user_id AS "to" FROM outbox WHERE template = 'certificate_refused' ORDER BY user_id`);
    expect(mails).toEqual(ids.map((to) => ({ template: 'certificate_refused', to })));
    // It cannot be collected once more meanwhile.
    const again = await finders[0]?.client.post('/api/scan', { cardId: cards[0]?.cardId, code: cards[0]?.code });
    expect(again).toMatchObject({ status: 200, body: { tokensEarned: 0 } });

    const after = await undone(boss, decision);
    expect(after).toMatchObject({ canBeUndone: false, undoneBy: expect.any(Number) });
    expect(after.effects.filter(({ kept }) => kept !== null)).toEqual([]);
    expect(await standing([...ids, honest.id])).toEqual(before);
    expect(await count('token_transactions')).toBeGreaterThan(ledger);
    expect(await count("outbox WHERE template = 'certificate_refused'")).toBe(6);
    expectError(await undo(boss, after), 409, 'review_decision_undone');
    const listed = v.parse(ReviewDecisionList, (await boss.client.get(path)).body);
    expect(listed.slice(0, 2)).toMatchObject([
      { action: 'undo', undoes: decision.id },
      { id: decision.id, undoneBy: listed[0]?.id },
    ]);
    await change("UPDATE vacation_certificates SET review = 'waiting' WHERE review = 'refused'");
    // It can be refused again afterwards: its tokens come back once more.
    const single = await boss.client.post(`/api/admin/reviews/${reviews[1]}/refuse`, {
      reason: 'A farm after all',
      version: (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', reviews[1] ?? 0))?.version,
    });
    expect(single).toMatchObject({ status: 200 });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', finders[0]?.id ?? 0)).toEqual({ balance: 60 });
  });
});

/** An owner and a finder who belong together, and what they have earned. */
async function pair({ finds = 3 } = {}) {
  const [owner, finder, boss] = [await newMember({ role: 'premium' }), await newMember(), await newAdmin('super_admin')];
  const bought = await boughtCards(owner.id, finds);
  await find(finder, bought.cards);
  return { owner, finder, boss, bought, cards: bought.cards, ids: [owner.id, finder.id] };
}

describe('taking back', () => {
  test('leaves an honest owner what they earned, and owes what is spent', async () => {
    const { owner, finder, boss } = await pair();
    await verifyEmail(finder.id);
    await giveTokens(finder.id, 57);
    await redeem(finder);
    const [number] = await all<{ number: string }>(`SELECT number FROM vacation_certificates WHERE user_id = ${finder.id}`);
    await passReview(number?.number ?? '');
    expect((await finder.client.post(`/api/vacation-certificates/${number?.number}/activate`)).status).toBe(200);
    const decision = await decide(boss, 'take_back', [finder.id]);
    expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', finder.id)).toEqual({
      balance: 0,
      owed: 3,
    });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', owner.id)).toEqual({ balance: 3 });
    expect(await row('SELECT status FROM vacation_certificates WHERE user_id = ?', finder.id)).toEqual({ status: 'activated' });
    // Paid back and forgiven meanwhile: the one comes back, the other does not.
    await giveTokens(finder.id, 1);
    expect((await finder.client.post('/api/tokens/pay-back')).status).toBe(200);
    const forgiven = { amount: 1, owedTokens: 2, reason: 'Out of kindness' };
    expect(await boss.client.post(`/api/admin/users/${finder.id}/owed-tokens/forgive`, forgiven)).toMatchObject({ status: 200 });
    await undone(boss, decision);
    expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', finder.id)).toEqual({
      balance: 1,
      owed: 0,
    });
  });

  test('refuses commissions and chests that are not paid, and takes what was paid off the next payout', async () => {
    const { owner, boss, ids } = await pair();
    const pending = await owedCommission(owner.id, 1_000);
    const paid = await owedCommission(owner.id, 2_000, { status: 'paid' });
    await owedChest(owner.id, '2026-08', 200);
    const before = await standing(ids);
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({
      commissions: 2,
      commissionsCents: 3_000,
      commissionsPaidCents: 2_000,
      chests: 1,
      chestsCents: 200,
    });
    const decision = await decide(boss, 'take_back', ids);
    expect(
      await all(`SELECT kind, status, amount_cents AS cents FROM referral_commissions WHERE referrer_id = ${owner.id} ORDER BY id`),
    ).toEqual([
      { kind: 'commission', status: 'reversed', cents: 1_000 },
      { kind: 'commission', status: 'paid', cents: 2_000 },
      { kind: 'reversal', status: 'pending', cents: -2_000 },
    ]);
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', owner.id)).toEqual({ net: -2_000 });
    expect(await row('SELECT status FROM treasure_chest_payouts WHERE user_id = ?', owner.id)).toEqual({ status: 'reversed' });
    await undone(boss, decision);
    expect(await standing(ids)).toEqual(before);
    expect(pending.id).toBeLessThan(paid.id);
  });

  test('a reversal that a payout has taken along is given back by a row of its own', async () => {
    const { owner, boss, ids } = await pair();
    await owedCommission(owner.id, 2_000, { status: 'paid' });
    const decision = await decide(boss, 'take_back', ids);
    await owedChest(owner.id, '2026-07', 2_500);
    const due = await row<{ version: number }>('SELECT version FROM payout_queue WHERE id = ?', owner.id);
    const payment = await boss.client.call(
      'POST',
      '/api/admin/payouts/payments',
      { reference: 'PP-1', members: [{ id: owner.id, version: due?.version }] },
      {
        'Idempotency-Key': `pay-${owner.id}-once`,
      },
    );
    expect(payment).toMatchObject({ status: 200, body: { totalCents: 500 } });
    await undone(boss, decision);
    expect(
      await row("SELECT status, amount_cents AS cents FROM referral_commissions WHERE kind = 'restoration' AND referrer_id = ?", owner.id),
    ).toEqual({
      status: 'pending',
      cents: 2_000,
    });
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', owner.id)).toEqual({ net: 2_000 });
  });

  test('takes the keys of friends and placements, also while a month ends: undoing opens the chest of that month after all', async () => {
    const referrer = await newMember({ role: 'premium' });
    for (let friend = 0; friend < 2; friend += 1) await payingMember('basic', { ref: referrer.user.referralCode });
    const { cards } = await boughtCards(referrer.id, 2, { placed: true });
    const finder = await newMember();
    await verifyEmail(finder.id);
    await find(finder, cards);
    const ids = [referrer.id, finder.id];
    const before = await standing(ids);
    const keys = () => row('SELECT treasure_keys AS treasure, community_keys AS community FROM users WHERE id = ?', referrer.id);
    expect(await keys()).toEqual({ treasure: 4, community: 2 });
    let boss = await newAdmin('super_admin');
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({ treasureKeys: 4, communityKeys: 2, commissions: 2, placements: 2 });
    const first = await decide(boss, 'take_back', ids);
    expect(await keys()).toEqual({ treasure: 0, community: 0 });
    await undone(boss, first);
    expect(await standing(ids)).toEqual(before);

    const second = await decide(boss, 'take_back', ids);
    await endMonth(referrer);
    boss = await newAdmin('super_admin');
    expect(await chestsOf(referrer)).toEqual([]);
    await undone(boss, second);
    expect(await keys()).toEqual({ treasure: 4, community: 2 });
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 pending$/)]);
    // And what the chest is now goes and comes with the next decision.
    const third = await decide(boss, 'take_back', ids);
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 reversed$/)]);
    await undone(boss, third);
    expect(await chestsOf(referrer)).toEqual([expect.stringMatching(/ 1 \$2 pending$/)]);
  });

  test('a placement that an honest find confirms too stays confirmed', async () => {
    const { owner, boss, ids, finder } = await pair({ finds: 1 });
    const { cards } = await boughtCards(owner.id, 2, { placed: true });
    await verifyEmail(finder.id);
    await find(finder, cards);
    const honest = await newMember();
    await verifyEmail(honest.id);
    await find(honest, cards.slice(0, 1));
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members[0]).toMatchObject({ placements: 1, communityKeys: 1 });
    await decide(boss, 'take_back', ids);
    expect(
      await all(
        `SELECT placement_confirmed_at IS NULL AS open FROM cache_cards WHERE id IN (${cards.map(({ id }) => id).join(', ')}) ORDER BY id`,
      ),
    ).toEqual([{ open: 0 }, { open: 1 }]);
  });

  test('and the payment of the cards going back take nothing twice, in either order', async () => {
    const goesBack = async ({ bought }: Awaited<ReturnType<typeof pair>>) => {
      await change(
        `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at, revoked_at) VALUES (?1, ?2, 300, 'usd', 'Cards', 1, 2)`,
        bought.userId,
        bought.orderId,
      );
      await paymentGoesBack(bought);
    };
    const tokensOf = ({ owner }: { owner: TestMember }) =>
      row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', owner.id);
    const other = await pair();
    await goesBack(other);
    const second = await decide(other.boss, 'take_back', other.ids);
    expect(await tokensOf(other)).toEqual({ balance: 0, owed: 0 });
    await undone(other.boss, second);
    expect(await tokensOf(other)).toEqual({ balance: 0, owed: 0 });
    const one = await pair();
    const first = await decide(one.boss, 'take_back', one.ids);
    await goesBack(one);
    expect(await tokensOf(one)).toEqual({ balance: 0, owed: 0 });
    await undone(one.boss, first);
    expect(await tokensOf(one)).toEqual({ balance: 0, owed: 0 });
    await paymentIsKept(one.bought);
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', one.owner.id)).toEqual({ balance: 3 });
  });
});

test('a placement whose money went back before, and came again while it was taken back, has its tokens and its key after the undoing', async () => {
  const { owner, finder, boss, ids } = await pair({ finds: 1 });
  const bought = await boughtCards(owner.id, 1, { placed: true });
  await verifyEmail(finder.id);
  await find(finder, bought.cards);
  const before = await standing(ids);
  await change(
    `INSERT INTO payments (user_id, order_id, amount_cents, currency, description, paid_at, revoked_at) VALUES (?1, ?2, 100, 'usd', 'Cards', 1, 2)`,
    owner.id,
    bought.orderId,
  );
  await paymentGoesBack(bought);
  const decision = await decide(boss, 'take_back', ids);
  await change('UPDATE payments SET revoked_at = NULL WHERE order_id = ?', bought.orderId);
  await paymentIsKept(bought);
  await undone(boss, decision);
  expect(await standing(ids)).toEqual(before);
});

describe('what undoing leaves as it is', () => {
  async function refusedCertificate() {
    const made = await pair();
    const { owner, boss, ids } = made;
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const id = await redeem(owner);
    const decision = await decide(boss, 'take_back', ids);
    const state = () => row('SELECT status, review FROM vacation_certificates WHERE id = ?', id);
    return { ...made, id, decision, state };
  }

  test('a certificate whose member has redeemed another one since, or has spent its tokens', async () => {
    const { owner, boss, decision, state } = await refusedCertificate();
    await redeem(owner);
    const after = await undone(boss, decision);
    expect(after.effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('has redeemed another certificate since');
    expect(await state()).toEqual({ status: 'cancelled', review: 'refused' });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', owner.id)).toEqual({ balance: 3 });

    const spent = await refusedCertificate();
    await giveTokens(spent.owner.id, -58);
    expect((await undone(spent.boss, spent.decision)).effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('are spent');
    expect(await spent.state()).toEqual({ status: 'cancelled', review: 'refused' });
  });

  test('what was released and paid since, and a suspension that somebody has lifted', async () => {
    const { owner, boss, ids } = await pair();
    const commission = await owedCommission(owner.id, 1_000);
    const hold = await decide(boss, 'hold', ids);
    const version = async () =>
      (await row<{ version: number }>('SELECT version FROM referral_commissions WHERE id = ?', commission.id))?.version;
    const released = await boss.client.post(`/api/admin/payouts/commissions/${commission.id}/release`, { version: await version() });
    expect(released).toMatchObject({ status: 200, body: { status: 'pending' } });
    const after = await undone(boss, hold);
    expect(after.effects.find(({ kind }) => kind === 'commission')?.kept).toContain('decided or paid meanwhile');

    const suspended = await decide(boss, 'suspend', [owner.id]);
    await change('UPDATE users SET suspended_at = suspended_at + 1 WHERE id = ?', owner.id);
    const lifted = await undone(boss, suspended);
    expect(lifted.effects.find(({ kind }) => kind === 'suspension')?.kept).toContain('another one');
  });

  test('a held certificate that somebody has passed, which can be held again', async () => {
    const { owner, boss, ids } = await pair();
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const id = await redeem(owner);
    const hold = await decide(boss, 'hold', ids);
    const version = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', id))?.version;
    expect((await boss.client.post(`/api/admin/reviews/${id}/pass`, { version })).status).toBe(200);
    expect((await undone(boss, hold)).effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('decided since');
    await decide(boss, 'hold', ids);
    expect(await row('SELECT review FROM vacation_certificates WHERE id = ?', id)).toEqual({ review: 'waiting' });
  });

  test('nothing of an administrator without the right, and of no decision at all', async () => {
    const { boss, ids } = await pair();
    await owedChest(ids[0] ?? 0, '2026-08', 200);
    const admin = await newAdmin('admin');
    const hold = await decide(admin, 'hold', ids);
    expectError(await undo(admin, hold), 403, 'super_admin_only');
    expectError(await undo(boss, { id: 9_999_999, version: 1 }), 404, 'review_decision_not_found');
    expectError(await undo(boss, { ...hold, version: 7 }), 409, 'changed_meanwhile');
  });
});

describe('holding', () => {
  test('stops a certificate, commissions and chests; releasing lets go what was held so, and nothing else', async () => {
    const { owner, boss, ids } = await pair();
    const admin = await newAdmin('admin');
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    await redeem(owner);
    const [certificate] = await all<{ number: string }>(`SELECT number FROM vacation_certificates WHERE user_id = ${owner.id}`);
    await passReview(certificate?.number ?? '');
    await owedCommission(owner.id, 1_000);
    await owedCommission(owner.id, 2_000, { status: 'held', why: 'same_card' });
    await owedChest(owner.id, '2026-08', 200);
    const before = await standing(ids);
    await decide(admin, 'hold', ids);
    expectError(await owner.client.post(`/api/vacation-certificates/${certificate?.number}/activate`), 409, 'certificate_in_review');
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', owner.id)).toEqual({ net: 0 });
    expectError(await admin.client.post(`${path}/preview`, { action: 'release', memberIds: ids }), 403, 'super_admin_only');
    const held = await standing(ids);
    const released = await decide(boss, 'release', ids);
    expect(released.effects.filter(({ kind }) => kind !== 'member')).toHaveLength(3);
    expect(await standing(ids)).toEqual(before);
    await undone(boss, released);
    expect(await standing(ids)).toEqual(held);
    const [hold] = v.parse(ReviewDecisionList, (await boss.client.get(`${path}?action=hold`)).body);
    expect(await undo(boss, hold ?? { id: 0, version: 0 })).toMatchObject({ status: 200 });
    expect(await standing(ids)).toEqual(before);
  });

  test('a hold that another decision has built on is undone after that one', async () => {
    const { owner, boss, ids } = await pair();
    await owedChest(owner.id, '2026-08', 200);
    const before = await standing(ids);
    const hold = await decide(boss, 'hold', ids);
    const taken = await decide(boss, 'take_back', ids);
    expectError(await undo(boss, hold), 409, 'review_decision_built_on');
    await undone(boss, taken);
    await undone(boss, hold);
    expect(await standing(ids)).toEqual(before);
  });
});

test('suspending ends the sessions of a group, and undoing lets back whom it suspended', async () => {
  const { owner, finder, boss, ids } = await pair();
  const decision = await decide(boss, 'suspend', ids);
  expect((await owner.client.get('/api/user')).status).toBe(401);
  expect(await row('SELECT suspended_reason AS reason FROM users WHERE id = ?', finder.id)).toEqual({
    reason: 'One person with many accounts',
  });
  await undone(boss, decision);
  expect(await row('SELECT suspended_at AS at FROM users WHERE id = ?', finder.id)).toEqual({ at: null });
});

describe('what changed meanwhile', () => {
  test('refuses a decision whose preview is no longer true, one about nothing, and one about nobody', async () => {
    const { finder, boss, ids } = await pair();
    const { seen } = await preview(boss, 'take_back', ids);
    await find(finder, [await newCard()]);
    expectError(await send(boss, 'take_back', ids, seen), 409, 'changed_meanwhile');
    const nobody = await newMember();
    const empty = await preview(boss, 'hold', [nobody.id]);
    expectError(await send(boss, 'hold', [nobody.id], empty.seen), 409, 'review_decision_empty');
    expectError(await boss.client.post(`${path}/preview`, { action: 'hold', memberIds: [9_999_999] }), 404, 'member_not_found');
  });

  test('of two decisions at once, and of two undoings, one is made', async () => {
    const { boss, ids, finder } = await pair();
    const { seen } = await preview(boss, 'take_back', ids);
    const answers = await Promise.all([send(boss, 'take_back', ids, seen), send(boss, 'take_back', ids, seen)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', finder.id)).toEqual({ balance: 0 });
    const decision = v.parse(ReviewDecisionDetails, answers.find(({ status }) => status === 200)?.body);
    const undoings = await Promise.all([undo(boss, decision), undo(boss, decision)]);
    expect(undoings.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', finder.id)).toEqual({ balance: 3 });
  });

  test('a decision and the passing of a certificate, its activation or a payout at once: one comes first, and all adds up', async () => {
    for (const rival of ['pass', 'activate', 'pay'] as const) {
      const { owner, boss, ids } = await pair();
      await verifyEmail(owner.id);
      await giveTokens(owner.id, 60);
      const id = await redeem(owner);
      const certificate = await row<{ number: string; version: number }>(
        'SELECT number, version FROM vacation_certificates WHERE id = ?',
        id,
      );
      if (rival === 'activate') await passReview(certificate?.number ?? '');
      await owedCommission(owner.id, 1_000);
      const due = await row<{ version: number }>('SELECT version FROM payout_queue WHERE id = ?', owner.id);
      const { seen } = await preview(boss, 'take_back', ids);
      const other = {
        pass: () => boss.client.post(`/api/admin/reviews/${id}/pass`, { version: certificate?.version }),
        activate: () => owner.client.post(`/api/vacation-certificates/${certificate?.number}/activate`),
        pay: () =>
          boss.client.call(
            'POST',
            '/api/admin/payouts/payments',
            { reference: 'PP-2', members: [{ id: owner.id, version: due?.version }] },
            {
              'Idempotency-Key': `pay-${owner.id}-race`,
            },
          ),
      }[rival];
      const [decided] = await Promise.all([send(boss, 'take_back', ids, seen), other()]);
      expect([200, 409]).toContain(decided.status);
      const after = await row<{ status: string; balance: number }>(
        'SELECT c.status, u.token_balance AS balance FROM vacation_certificates c JOIN users u ON u.id = c.user_id WHERE c.id = ?',
        id,
      );
      if (decided.status === 200) expect(after).toEqual({ status: 'cancelled', balance: 60 });
      else expect(after?.status).not.toBe('cancelled');
    }
  });
});

test('decisions and their effects stay, but for what undoing sets', async () => {
  const { boss, ids } = await pair();
  const { id } = await decide(boss, 'take_back', ids);
  const run = (sql: string) => env.DB.prepare(sql).run();
  await expect(run(`DELETE FROM review_decisions WHERE id = ${id}`)).rejects.toThrow('review_decisions rows stay');
  await expect(run(`UPDATE review_decisions SET reason = 'Another' WHERE id = ${id}`)).rejects.toThrow('review_decisions rows stay');
  await expect(run(`UPDATE review_decisions SET undone_by_id = ${id}, undone_at = 1 WHERE id = ${id}`)).rejects.toThrow(
    'review_decision_undone',
  );
  await expect(run(`UPDATE review_effects SET taken = 0 WHERE decision_id = ${id}`)).rejects.toThrow('append-only');
  await expect(run(`DELETE FROM review_effects WHERE decision_id = ${id}`)).rejects.toThrow('append-only');
});

describe('a large group', () => {
  /** Members who have found so many cards of one owner each, written at once as finds write them. */
  async function farm(members: number, findsEach: number): Promise<number[]> {
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
       SELECT c.id, u.value, 1, 'rewarded', 1, 'typed', 1, 'f:' || c.id ${finds}`,
    );
    for (const [type, to] of [
      ['scan', 'u.value'],
      ['owner_scan', 'c.user_id'],
    ] as const) {
      await run(
        `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at)
         SELECT ${to}, 1, '${type}', 'Found', '${type}:' || c.id || ':' || u.value, 1 ${finds}`,
      );
    }
    return [owner.id, ...ids];
  }

  test('of 100 members with 5,000 finds goes in one decision, and comes back in one', async () => {
    const boss = await newAdmin('super_admin');
    const ids = await farm(100, 50);
    const before = await standing(ids);
    const decision = await decide(boss, 'take_back', ids);
    expect(decision.effects.filter(({ kind }) => kind === 'find')).toHaveLength(5_000);
    expect(
      await row('SELECT sum(token_balance) AS held FROM users WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
    ).toEqual({ held: 0 });
    await undone(boss, decision);
    expect(await standing(ids)).toEqual(before);
  }, 60_000);

  test('of more finds than one decision goes through is refused, and says how to go on', async () => {
    const boss = await newAdmin('super_admin');
    const ids = await farm(123, 50);
    const refusal = expectError(
      await boss.client.post(`${path}/preview`, { action: 'take_back', memberIds: ids }),
      409,
      'review_decision_too_large',
    );
    expect(refusal.message).toContain('6,000 finds');
    expect(refusal.message).toContain('some of these members first');
    const tooMany = await boss.client.post(`${path}/preview`, { action: 'hold', memberIds: Array.from({ length: 201 }, (_, n) => n + 1) });
    expect(expectError(tooMany, 400, 'invalid_input').fields).toMatchObject({ memberIds: expect.stringContaining('200') });
  }, 60_000);
});
