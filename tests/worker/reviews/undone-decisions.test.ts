/** Undoing a group decision leaves changes that were made after the decision untouched. Product rules: Reviews. */
import { describe, expect, test } from 'vitest';
import type { ReviewDecisionDetails } from '#schema/reviews/admin-review-decisions.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { beforeBatch } from '#tests/worker/support/before-write.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, newRedeemer, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { change, expectError, newMember, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { decide, find, pair, preview, redeem, refundCards, undo, undoDecision } from '#tests/worker/support/reviews/deciding.ts';

describe('undoing a decision leaves unchanged', () => {
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

  test('a certificate whose member has redeemed another one since or spent its tokens', async () => {
    const { owner, boss, decision, state } = await refusedCertificate();
    await redeem(owner);
    const after = await undoDecision(boss, decision);
    expect(after.effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('another certificate for the same year');
    expect(await state()).toEqual({ status: 'cancelled', review: 'refused' });
    expect(await row('SELECT token_balance AS balance FROM users WHERE id = ?', owner.id)).toEqual({ balance: 3 });

    const spent = await refusedCertificate();
    await giveTokens(spent.owner.id, -58);
    const { effects } = await undoDecision(spent.boss, spent.decision);
    expect(effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('have been spent');
    expect(await spent.state()).toEqual({ status: 'cancelled', review: 'refused' });
  });

  test('a certificate if another one of the same year was restored before', async () => {
    const { owner, boss, decision, state } = await refusedCertificate();
    const second = await redeem(owner);
    const later = await decide(boss, 'take_back', [owner.id]);
    await undoDecision(boss, decision);
    expect(await state()).toEqual({ status: 'active', review: 'waiting' });
    await giveTokens(owner.id, 60);
    const { effects } = await undoDecision(boss, later);
    expect(effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('another certificate for the same year');
    expect(await row('SELECT status FROM vacation_certificates WHERE id = ?', second)).toEqual({ status: 'cancelled' });
  });

  test('a certificate if the member redeems another one at the same time', async () => {
    const { owner, boss, decision, state } = await refusedCertificate();
    const { workerEnv } = boss.client;
    boss.client.workerEnv = beforeBatch(
      workerEnv,
      (sql) => sql.includes('INSERT INTO review_decisions'),
      async () => {
        boss.client.workerEnv = workerEnv;
        await redeem(owner);
      },
    );
    expectError(await undo(boss, decision), 409, 'changed_meanwhile');
    const { effects } = await undoDecision(boss, decision);
    expect(effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('another certificate for the same year');
    expect(await state()).toEqual({ status: 'cancelled', review: 'refused' });
  });

  test('the hold of a colleague, who held the member since', async () => {
    const { owner, boss, ids } = await pair();
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const certificate = await redeem(owner);
    const commission = await owedCommission(owner.id, 1_000);
    const chest = await owedChest(owner.id, '2026-08', 200);
    const decision = await decide(boss, 'take_back', ids);
    await decide(await newAdmin(), 'hold', ids);
    await undoDecision(boss, decision);
    const version = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', certificate))?.version;
    const { client } = await newAdmin('admin');
    expectError(await client.post(`/api/admin/reviews/${certificate}/pass`, { version }), 403, 'held_by_super_admin');
    const held = { status: 'held', reason: 'decision' };
    for (const [table, id] of [
      ['referral_commissions', commission.id],
      ['treasure_chest_payouts', chest],
    ] as const)
      expect(await row(`SELECT status, held_reason AS reason FROM ${table} WHERE id = ?`, id)).toEqual(held);
  });

  test('rows that were released and paid since, and a suspension that someone else lifted', async () => {
    const { owner, boss, ids } = await pair();
    const commission = await owedCommission(owner.id, 1_000);
    const hold = await decide(boss, 'hold', ids);
    const version = async () =>
      (await row<{ version: number }>('SELECT version FROM referral_commissions WHERE id = ?', commission.id))?.version;
    const released = await boss.client.post(`/api/admin/payouts/commissions/${commission.id}/release`, { version: await version() });
    expect(released).toMatchObject({ status: 200, body: { status: 'pending' } });
    const after = await undoDecision(boss, hold);
    expect(after.effects.find(({ kind }) => kind === 'commission')?.kept).toContain('decided or paid in the meantime');

    const suspended = await decide(boss, 'suspend', [owner.id]);
    await change('UPDATE users SET suspended_at = suspended_at + 1 WHERE id = ?', owner.id);
    const lifted = await undoDecision(boss, suspended);
    expect(lifted.effects.find(({ kind }) => kind === 'suspension')?.kept).toContain('replaced by another');
  });

  test('rows that were released and held individually since, as does releasing the group', async () => {
    const { owner, boss, ids } = await pair();
    const commission = await owedCommission(owner.id, 1_000);
    const chest = await owedChest(owner.id, '2026-08', 200);
    const rows = [
      { path: `commissions/${commission.id}`, table: 'referral_commissions', id: commission.id },
      { path: `chests/${chest}`, table: 'treasure_chest_payouts', id: chest },
    ];
    const hold = await decide(boss, 'hold', ids);
    for (const { path, table, id } of rows) {
      expect(await row(`SELECT status, held_reason AS why FROM ${table} WHERE id = ?`, id)).toEqual({ status: 'held', why: 'decision' });
      for (const decision of ['release', 'hold']) {
        const { version } = (await row<{ version: number }>(`SELECT version FROM ${table} WHERE id = ?`, id)) ?? {};
        const body = { version, ...(decision === 'hold' && { reason: 'Another matter' }) };
        expect((await boss.client.post(`/api/admin/payouts/${path}/${decision}`, body)).status).toBe(200);
      }
    }
    const states = () => Promise.all(rows.map(({ table, id }) => row(`SELECT status, held_reason AS why FROM ${table} WHERE id = ?`, id)));
    const heldSingly = rows.map(() => ({ status: 'held', why: 'administrator' }));
    expect((await preview(boss, 'release', ids)).members[0]).toMatchObject({ commissions: 0, chests: 0 });
    const after = await undoDecision(boss, hold);
    expect(after.effects.filter(({ kept }) => kept?.includes('decided or paid in the meantime'))).toHaveLength(2);
    expect(await states()).toEqual(heldSingly);
  });

  test('a held certificate that was passed since, which can be held again', async () => {
    const { owner, boss, ids } = await pair();
    await verifyEmail(owner.id);
    await giveTokens(owner.id, 60);
    const id = await redeem(owner);
    const hold = await decide(boss, 'hold', ids);
    const version = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', id))?.version;
    expect((await boss.client.post(`/api/admin/reviews/${id}/pass`, { version })).status).toBe(200);
    expect((await undoDecision(boss, hold)).effects.find(({ kind }) => kind === 'certificate')?.kept).toContain('since been decided');
    await decide(boss, 'hold', ids);
    expect(await row('SELECT review FROM vacation_certificates WHERE id = ?', id)).toEqual({ review: 'waiting' });
  });

  test('everything if the administrator lacks the right or the decision is unknown', async () => {
    const { boss, ids } = await pair();
    await owedChest(ids[0] ?? 0, '2026-08', 200);
    const admin = await newAdmin('admin');
    const hold = await decide(admin, 'hold', ids);
    expectError(await undo(admin, hold), 403, 'super_admin_only');
    expectError(await undo(boss, { id: 9_999_999, version: 1 }), 404, 'review_decision_not_found');
    expectError(await undo(boss, { ...hold, version: 7 }), 409, 'changed_meanwhile');
  });
});

describe('tokens that became owed after a decision', () => {
  /**
   * Creates an owner who earned 3 tokens and spent `spent` of them. The owner's other cards earned 5 more tokens, which are all spent. Then
   * runs `steps`.
   */
  async function playSteps(steps: ('take back' | 'return' | 'gift' | 'pay back' | 'undo')[], { spent = 0 } = {}) {
    const { owner, boss, ids } = await pair();
    const other = await boughtCards(owner.id, 5);
    await find(await newMember(), other.cards);
    await giveTokens(owner.id, -5 - spent);
    let decision: ReviewDecisionDetails | undefined;
    for (const step of steps) {
      if (step === 'take back') decision = await decide(boss, 'take_back', ids);
      if (step === 'return') await refundCards(other);
      if (step === 'gift') await giveTokens(owner.id, 4);
      if (step === 'pay back') await owner.client.post('/api/tokens/pay-back');
      if (step === 'undo' && decision) await undoDecision(boss, decision);
    }
    return row('SELECT token_balance AS balance, owed_tokens AS owed FROM users WHERE id = ?', owner.id);
  }

  eachVariant([
    { steps: ['take back', 'return', 'undo'], spent: 0 },
    { steps: ['take back', 'return', 'undo'], spent: 2 },
    { steps: ['take back', 'return', 'gift', 'undo'], spent: 0 },
    { steps: ['take back', 'return', 'gift', 'undo'], spent: 2 },
    { steps: ['take back', 'return', 'gift', 'pay back', 'undo'], spent: 0 },
    { steps: ['take back', 'gift', 'return', 'undo'], spent: 1 },
    { steps: ['return', 'take back', 'gift', 'undo'], spent: 0 },
    { steps: ['return', 'gift', 'take back', 'undo'], spent: 0 },
  ] as const)('are reversed as without it: $steps, $spent spent', async ({ steps, spent }) => {
    const without = steps.filter((step) => step !== 'take back' && step !== 'undo');
    expect(await playSteps([...steps], { spent })).toEqual(await playSteps(without, { spent }));
  });
});

describe('undoing a release or take-back that interrupted a colleague’s hold', () => {
  async function heldRedeemer() {
    const [holder, boss] = [await newAdmin(), await newAdmin()];
    const member = await newRedeemer(120);
    await decide(holder, 'hold', [member.id]);
    return { boss, member };
  }

  test('is refused over a certificate that the member redeemed since, until it is on hold, too', async () => {
    const { boss, member } = await heldRedeemer();
    const release = await decide(boss, 'release', [member.id]);
    await redeem(member);
    expectError(await undo(boss, release), 409, 'hold_would_miss');
    await decide(boss, 'hold', [member.id]);
    await undoDecision(boss, release);
  });

  test('is refused over earnings since', async () => {
    const { boss, member } = await heldRedeemer();
    const release = await decide(boss, 'release', [member.id]);
    await owedChest(member.id, '2026-09', 200);
    expectError(await undo(boss, release), 409, 'hold_would_miss');
  });

  test('is refused over what an older decision gave back since', async () => {
    const [holder, boss] = [await newAdmin(), await newAdmin()];
    const member = await newRedeemer(120);
    await redeem(member);
    const earlier = await decide(boss, 'take_back', [member.id]);
    await decide(holder, 'hold', [member.id]);
    const release = await decide(boss, 'release', [member.id]);
    await undoDecision(boss, earlier);
    expectError(await undo(boss, release), 409, 'hold_would_miss');
  });

  test('puts the hold in force again even if the certificate stays refused', async () => {
    const { boss, member } = await heldRedeemer();
    await redeem(member);
    const decision = await decide(boss, 'take_back', [member.id]);
    await giveTokens(member.id, -119);
    await undoDecision(boss, decision);
    await giveTokens(member.id, 119);
    const certificate = await redeem(member);
    const { signals } =
      (await row<{ signals: string }>('SELECT review_signals AS signals FROM vacation_certificates WHERE id = ?', certificate)) ?? {};
    expect(JSON.parse(signals ?? '')).toContain('held');
  });

  test('is refused even if it took back the certificate that was on hold', async () => {
    const { boss, member } = await heldRedeemer();
    await redeem(member);
    const decision = await decide(boss, 'take_back', [member.id]);
    await redeem(member);
    expectError(await undo(boss, decision), 409, 'hold_would_miss');
  });
});
