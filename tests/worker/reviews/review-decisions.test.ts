/**
 * Group decisions about a token farm, from its first find until the decision is undone. Also covers holds, suspensions and concurrent
 * decisions. Product rules: Reviews.
 */

import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { ReviewDecisionDetails, ReviewDecisionList } from '#schema/reviews/admin-review-decisions.ts';
import { AdminReview } from '#schema/reviews/admin-reviews.ts';
import { tokensForFirstPlacement } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { boughtCards, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, passReview, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate } from '#tests/worker/support/certificates/stays.ts';
import { change, expectError, newCard, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import {
  all,
  count,
  decide,
  find,
  pair,
  path,
  preview,
  redeem,
  send,
  storedState,
  undo,
  undoDecision,
} from '#tests/worker/support/reviews/deciding.ts';

describe('a farm: five accounts of one mailbox on one connection, 60 cards of one owner, found seconds apart', () => {
  test('can redeem but never activate; one decision reverses everything, and undoing it restores everything exactly', async () => {
    const boss = await newAdmin('super_admin');
    const address = '203.0.113.79';
    const owner = await newMember({ role: 'basic', email: 'boss.x@gmail.com', address });
    const { cards } = await boughtCards(owner.id, 60);
    // Places two of the cards through the placement form.
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
    // Clears the finders' daily counters because the limit is 50 finds a day.
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
      expectError(await activate(member.client, number), 409, 'first_certificate_in_review');
    }
    const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${reviews[1]}/case`)).body);
    expect(shown.signals.length).toBeGreaterThan(1);
    expect(new Set(shown.accounts.filter(({ isInGroup }) => isInGroup).map(({ id }) => id))).toEqual(new Set(ids));

    const before = await storedState([...ids, honest.id]);
    const ledger = await count('token_transactions');
    const seen = await preview(boss, 'take_back', ids);
    expect(seen.members.map(({ finds }) => finds)).toEqual([0, 60, 60, 60, 60, 60]);
    // 300 finds and two placements earned the owner 312 tokens, of which 60 paid for a certificate. The honest find keeps its token.
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
        `SELECT count(*) AS n FROM token_transactions WHERE kind = ${tokenKinds.decision_reversal.code} AND subject_id = ?1 AND user_id = ?2`,
        decision.id,
        owner.id,
      ),
    ).toEqual({ n: 1 });
    const mails = await all(`SELECT template, user_id AS "to" FROM outbox WHERE template = 'certificate_refused' ORDER BY user_id`);
    expect(mails).toEqual(ids.map((to) => ({ template: 'certificate_refused', to })));
    // Until the decision is undone, the same finds cannot earn the tokens again.
    const again = await finders[0]?.client.post('/api/scan', { cardId: cards[0]?.cardId, code: cards[0]?.code });
    expect(again).toMatchObject({ status: 200, body: { tokensEarned: 0 } });

    const after = await undoDecision(boss, decision);
    expect(after).toMatchObject({ canBeUndone: false, undoneBy: expect.any(Number) });
    expect(after.effects.filter(({ kept }) => kept !== null)).toEqual([]);
    expect(await storedState([...ids, honest.id])).toEqual(before);
    expect(await count('token_transactions')).toBeGreaterThan(ledger);
    expect(await count("outbox WHERE template = 'certificate_refused'")).toBe(6);
    expectError(await undo(boss, after), 409, 'review_decision_undone');
    const listed = v.parse(ReviewDecisionList, (await boss.client.get(path)).body);
    expect(listed.slice(0, 2)).toMatchObject([
      { action: 'undo', undoes: decision.id },
      { id: decision.id, undoneBy: listed[0]?.id },
    ]);
    await change("UPDATE vacation_certificates SET review = 'waiting' WHERE review = 'refused'");
    // Once the decision is undone, the certificate can be refused again, which refunds its tokens again.
    const single = await boss.client.post(`/api/admin/reviews/${reviews[1]}/refuse`, {
      reason: 'A farm after all',
      version: (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', reviews[1] ?? 0))?.version,
    });
    expect(single).toMatchObject({ status: 200 });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', finders[0]?.id ?? 0)).toEqual({ balance: 60 });
  });
});

describe('holding a group', () => {
  test('stops a certificate, commissions and chests; releasing it frees only what the group hold stopped', async () => {
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
    const before = await storedState(ids);
    await decide(admin, 'hold', ids);
    expectError(await activate(owner.client, certificate?.number ?? ''), 409, 'first_certificate_in_review');
    expect(await row('SELECT net_cents AS net FROM payout_queue WHERE id = ?', owner.id)).toEqual({ net: 0 });
    expectError(await admin.client.post(`${path}/preview`, { action: 'release', memberIds: ids }), 403, 'super_admin_only');
    const held = await storedState(ids);
    const released = await decide(boss, 'release', ids);
    expect(released.effects.filter(({ kind }) => kind !== 'member')).toHaveLength(4);
    expect(await storedState(ids)).toEqual(before);
    await undoDecision(boss, released);
    expect(await storedState(ids)).toEqual(held);
    const [hold] = v.parse(ReviewDecisionList, (await boss.client.get(`${path}?action=hold`)).body);
    expect(await undo(boss, hold ?? { id: 0, version: 0 })).toMatchObject({ status: 200 });
    expect(await storedState(ids)).toEqual(before);
  });

  test('by a super administrator lets only super administrators pass the certificate, until they release it', async () => {
    const { owner, boss, ids } = await pair();
    const admin = await newAdmin('admin');
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const id = await redeem(owner);
    const review = async () => v.parse(AdminReview, (await admin.client.get(`/api/admin/reviews/${id}`)).body);
    const pass = async (by: TestAdmin) => by.client.post(`/api/admin/reviews/${id}/pass`, { version: (await review()).version });

    const hold = await decide(boss, 'hold', ids);
    expect(await review()).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: true });
    expectError(await pass(admin), 403, 'held_by_super_admin');
    // Administrators without the super administrator role can still ask questions and view the case.
    const { version } = await review();
    expect(await admin.client.post(`/api/admin/reviews/${id}/ask`, { question: 'Where?', version })).toMatchObject({ status: 200 });
    for (const action of ['release', 'take_back', 'suspend'] as const) {
      expectError(await admin.client.post(`${path}/preview`, { action, memberIds: ids }), 403, 'super_admin_only');
      expectError(await send(admin, action, ids, 'seen'), 403, 'super_admin_only');
    }
    expectError(await undo(admin, hold), 403, 'super_admin_only');
    const released = await decide(boss, 'release', ids);
    expect(await review()).toMatchObject({ review: 'waiting', isHeldBySuperAdmin: false });
    await undoDecision(boss, released);
    expectError(await pass(admin), 403, 'held_by_super_admin');
    expect(await pass(boss)).toMatchObject({ status: 200, body: { review: 'passed', isHeldBySuperAdmin: false } });
  });

  test('by a plain administrator lets all administrators pass the certificate; super administrators release payouts', async () => {
    const { owner, boss, ids } = await pair();
    const [admin, other] = [await newAdmin('admin'), await newAdmin('admin')];
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const id = await redeem(owner);
    const commission = await owedCommission(owner.id, 1_000);
    const chest = await owedChest(owner.id, '2026-08', 200);
    const held = await decide(admin, 'hold', ids);
    expect(held.effects.map(({ kind }) => kind).sort()).toEqual(['certificate', 'chest', 'commission', 'member', 'member']);
    const row = v.parse(AdminReview, (await other.client.get(`/api/admin/reviews/${id}`)).body);
    expect(row.isHeldBySuperAdmin).toBe(false);
    expect(await other.client.post(`/api/admin/reviews/${id}/pass`, { version: row.version })).toMatchObject({ status: 200 });
    for (const path of [`commissions/${commission.id}`, `chests/${chest}`]) {
      expectError(await other.client.post(`/api/admin/payouts/${path}/release`, { version: 2 }), 403, 'super_admin_only');
      expect(await boss.client.post(`/api/admin/payouts/${path}/release`, { version: 2 })).toMatchObject({ status: 200 });
    }
  });

  test('can be undone only after a later decision that builds on it', { tags: 'long' }, async () => {
    const { owner, boss, ids } = await pair();
    await owedChest(owner.id, '2026-08', 200);
    const before = await storedState(ids);
    const hold = await decide(boss, 'hold', ids);
    const taken = await decide(boss, 'take_back', ids);
    const suspended = await decide(boss, 'suspend', ids);
    const about = async () => {
      const decisions = v.parse(ReviewDecisionList, (await boss.client.get(`${path}?member=${owner.id}`)).body);
      return decisions.map(({ id, undoFirst, canBeUndone }) => ({ id, undoFirst, canBeUndone })).slice(-3);
    };
    expect(await about()).toEqual([
      { id: suspended.id, undoFirst: null, canBeUndone: true },
      { id: taken.id, undoFirst: null, canBeUndone: true },
      { id: hold.id, undoFirst: taken.id, canBeUndone: false },
    ]);
    expectError(await undo(boss, hold), 409, 'later_decision_exists');
    await undoDecision(boss, taken);
    expect((await about()).at(-1)).toEqual({ id: hold.id, undoFirst: null, canBeUndone: true });
    await undoDecision(boss, hold);
    await undoDecision(boss, suspended);
    expect(await storedState(ids)).toEqual(before);
  });
});

test('suspending a group ends its sessions, and undoing it reinstates the members it suspended', async () => {
  const { owner, finder, boss, ids } = await pair();
  const decision = await decide(boss, 'suspend', ids);
  expect((await owner.client.get('/api/user')).status).toBe(401);
  expect(await row('SELECT suspended_reason AS reason FROM users WHERE id = ?', finder.id)).toEqual({
    reason: 'One person with many accounts',
  });
  await undoDecision(boss, decision);
  expect(await row('SELECT suspended_at AS at FROM users WHERE id = ?', finder.id)).toEqual({ at: null });
});

test('a member’s list of decisions contains only decisions about them', async () => {
  const [one, other] = [await pair(), await pair()];
  const decision = await decide(one.boss, 'take_back', one.ids);
  await decide(other.boss, 'take_back', other.ids);
  await undoDecision(one.boss, decision);
  const listed = v.parse(ReviewDecisionList, (await one.boss.client.get(`${path}?member=${one.finder.id}`)).body);
  expect(listed).toMatchObject([{ action: 'undo', undoes: decision.id }, { id: decision.id }]);
});

describe('a group decision', () => {
  test('is rejected with a stale preview, without effects, or with an unknown member', async () => {
    const { finder, boss, ids } = await pair();
    const { seen } = await preview(boss, 'take_back', ids);
    await find(finder, [await newCard()]);
    expectError(await send(boss, 'take_back', ids, seen), 409, 'changed_meanwhile');
    const nobody = await newMember();
    const empty = await preview(boss, 'release', [nobody.id]);
    expectError(await send(boss, 'release', [nobody.id], empty.seen), 409, 'review_decision_empty');
    expectError(await boss.client.post(`${path}/preview`, { action: 'hold', memberIds: [9_999_999] }), 404, 'member_not_found');
  });

  test('is made once when two are concurrent, and undone once', async () => {
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

  test('concurrent with a review, an activation or a payout happens before or after it, and everything adds up', async () => {
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
        activate: () => activate(owner.client, certificate?.number ?? ''),
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

test('is immutable with its effects, except for what undoing sets', async () => {
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

test('that takes back a find while its finder verifies confirms the placement once it is undone', async () => {
  const boss = await newAdmin('super_admin');
  const owner = await newMember({ role: 'basic' });
  const card = await newCard({ owner: owner.id, placed: true });
  const finder = await newMember();
  await find(finder, [card]);
  const decision = await decide(boss, 'take_back', [finder.id]);
  await verifyEmail(finder.id);
  const readState = () =>
    row(
      `SELECT c.placement_confirmed_at IS NOT NULL AS confirmed, c.tokens_earned AS earned, u.token_balance AS balance, u.community_keys AS keys
       FROM cache_cards c JOIN users u ON u.id = c.user_id WHERE c.id = ?`,
      card.id,
    );
  expect(await readState()).toMatchObject({ confirmed: 0, keys: 0 });
  await undoDecision(boss, decision);
  expect(await readState()).toEqual({ confirmed: 1, earned: 2 + tokensForFirstPlacement, balance: 1 + tokensForFirstPlacement, keys: 1 });
});

test('limits a later refund to the amount that no decision has reversed', async () => {
  const boss = await newAdmin('super_admin');
  const owner = await newMember({ role: 'basic' });
  const bought = await boughtCards(owner.id, 1);
  const [fake, honest] = [await newMember(), await newMember()];
  for (const finder of [fake, honest]) await find(finder, bought.cards);
  await decide(boss, 'take_back', [owner.id, fake.id]);
  await reversePayment(bought);
  expect(await row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', owner.id)).toEqual({
    balance: 0,
    owed: 0,
  });
});
