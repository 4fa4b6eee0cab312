/** Individual commissions and chests, and administrators' decisions about those on hold. Product rules: Referrals, keys and commissions. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Overview } from '#schema/admin/overview.ts';
import type { AdminChest, AdminCommission } from '#schema/payouts/admin-payouts.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { change, everyRow, expectError, row } from '#tests/worker/support/client.ts';
import { earningsOf, owedChest, owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const path = '/api/admin/payouts';
let boss: TestAdmin;
let admin: TestAdmin;
beforeAll(async () => {
  [boss, admin] = [await newAdmin('super_admin'), await newAdmin('admin')];
});

const statusOf = async (table: string, id: number) =>
  (await row<{ status: string }>(`SELECT status FROM ${table} WHERE id = ?`, id))?.status;

describe('held earnings', () => {
  const release = (kind: string, id: number, version = 1, by = boss) =>
    by.client.post<AdminCommission>(`${path}/${kind}/${id}/release`, { version });
  const refuse = (kind: string, id: number, version = 1, reason = 'Same household') =>
    boss.client.post<AdminChest>(`${path}/${kind}/${id}/refuse`, { version, reason });

  test('are listed with their reason and can be released', async () => {
    const member = await directMember();
    const held = await owedCommission(member.id, 1_000, { status: 'held', why: 'same_address,same_card' });
    const friendVersion = () => row<{ version: number }>('SELECT version FROM users WHERE id = ?', held.friendId);
    const versionBefore = (await friendVersion())?.version ?? 0;
    const listed = (await admin.client.get<AdminCommission[]>(`${path}/commissions?status=held`)).body;
    expect(listed.find(({ id }) => id === held.id)).toMatchObject({ heldReason: 'same_address,same_card', member: { id: member.id } });
    const answer = await release('commissions', held.id);
    expect(answer.body).toMatchObject({ id: held.id, status: 'pending', heldReason: null, version: 2 });
    expect(await payoutQueueRow(member.id)).toMatchObject({ cents: 1_000, entries: 1 });
    // The release changes the friend's version, so data read earlier about the friend's payment is stale.
    expect((await friendVersion())?.version).toBe(versionBefore + 1);
    expect(await auditOf('commission', held.id)).toEqual([
      {
        admin_id: boss.id,
        action: 'commission.release',
        user_id: member.id,
        before: { status: 'held', heldReason: 'same_address,same_card' },
        after: { status: 'pending', heldReason: null },
        reason: null,
      },
    ]);
    expectError(await release('commissions', held.id), 409, 'changed_meanwhile');
    expectError(await release('commissions', held.id, 2), 409, 'changed_meanwhile');
  });

  test.each([
    ['commissions', 'referral_commissions', 'commission'],
    ['chests', 'treasure_chest_payouts', 'treasure_chest_payout'],
  ])('in %s can be refused with a reason; nobody was paid, so nothing is reversed', async (kind, table, entity) => {
    const member = await directMember();
    const why = { status: 'held', why: 'same_card' } as const;
    const id = kind === 'commissions' ? (await owedCommission(member.id, 1_000, why)).id : await owedChest(member.id, '2026-09', 200, why);
    expectError(await refuse(kind, id, 1, ' '), 400, 'invalid_input');
    expect((await refuse(kind, id)).body).toMatchObject({ status: 'reversed', heldReason: 'same_card' });
    expect(await statusOf(table, id)).toBe('reversed');
    expect((await earningsOf(member)).summary.grandTotal).toBe(0);
    expect(await auditOf(entity, id)).toMatchObject([{ action: `${entity}.refuse`, reason: 'Same household', user_id: member.id }]);
    expectError(await refuse(kind, id, 2), 409, 'changed_meanwhile');
  });

  test('in a dispute stay held until it is over, but can be refused', async () => {
    const member = await directMember();
    const { id } = await owedCommission(member.id, 1_000, { status: 'held', why: 'dispute,same_card' });
    expectError(await release('commissions', id), 409, 'payout_disputed');
    expect(await statusOf('referral_commissions', id)).toBe('held');
    expect((await refuse('commissions', id)).status).toBe(200);
  });

  test('of a member who is leaving can only be refused', async () => {
    const member = await directMember();
    const id = await owedChest(member.id, '2026-09', 200, { status: 'held', why: 'member_left' });
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    expectError(await release('chests', id), 409, 'member_leaving');
    // Simulates a member canceling the deletion, which is possible with the link that undoes an email change.
    await change('UPDATE users SET deletion_requested_at = NULL WHERE id = ?', member.id);
    expect((await release('chests', id)).body).toMatchObject({ status: 'pending' });
  });

  test('of a member who is leaving are not released by a request that began earlier', async () => {
    const member = await directMember();
    const id = await owedChest(member.id, '2026-09', 200, { status: 'held', why: 'administrator' });
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    const actor = { adminId: 1, address: null, requestId: 'late' };
    const { payoutRows } = createStore(env as unknown as Env).admin;
    expect(await payoutRows.decideChest({ id, version: 1, decision: 'release', reason: null, actor }, 1)).toBeUndefined();
    expect(await statusOf('treasure_chest_payouts', id)).toBe('held');
  });

  test('are unchanged when their release is rejected', async () => {
    const member = await directMember();
    const id = await owedChest(member.id, '2026-09', 200, { status: 'held', why: 'dispute' });
    const before = await everyRow();
    expectError(await release('chests', id), 409, 'payout_disputed');
    expect(await everyRow()).toEqual(before);
  });

  test('are decided by super administrators only, for existing rows and their current version', async () => {
    const member = await directMember();
    const { id } = await owedCommission(member.id, 1_000, { status: 'held', why: 'same_card' });
    const before = await everyRow();
    expectError(await release('commissions', id, 1, admin), 403, 'super_admin_only');
    expectError(await release('commissions', id, 7), 409, 'changed_meanwhile');
    for (const unknown of ['999999', 'x', '-1']) {
      expectError(await boss.client.post(`${path}/chests/${unknown}/release`, { version: 1 }), 404, 'payout_not_found');
    }
    expectError(await boss.client.post(`${path}/commissions/${id}/release`, {}), 400, 'invalid_input');
    expect(await everyRow()).toEqual(before);
    const decided = await Promise.all([release('commissions', id), refuse('commissions', id), release('commissions', id)]);
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('a hold reason counts and lists exactly its rows among thousands, also those with other reasons', async () => {
  const member = await directMember();
  const countOf = async (reason: string) => {
    const { heldChests } = (await admin.client.get<Overview>('/api/admin/overview')).body;
    return heldChests.reasons.find((counted) => counted.reason === reason)?.count ?? 0;
  };
  const listOf = (reason: string) => admin.client.get<AdminChest[]>(`${path}/chests?status=held&reason=${reason}&sort=created&limit=5`);
  const before = { card: await countOf('same_card'), dispute: await countOf('dispute') };
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
     INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, held_reason, created_at)
     SELECT ?1, printf('%04d-%02d', 1000 + i / 12, i % 12 + 1), 1, 200, 0, 'held',
       iif(i < 2993, 'same_card', iif(i < 2997, 'dispute', 'dispute,same_card')), ?2 + i FROM n`,
    member.id,
    2_000_000_000,
  );
  expect(await countOf('same_card')).toBe(before.card + 2_996);
  expect(await countOf('dispute')).toBe(before.dispute + 7);
  const disputes = await listOf('dispute');
  expect(disputes.headers.get('X-Total-Count')).toBe(String(before.dispute + 7));
  expect(disputes.body).toHaveLength(5);
  expect(disputes.body.every(({ heldReason }) => heldReason?.includes('dispute'))).toBe(true);
  expect((await listOf('same_card')).headers.get('X-Total-Count')).toBe(String(before.card + 2_996));
  expectError(await listOf('bad_mood'), 400, 'invalid_input');
});

test('the lists of commissions and chests can be filtered, searched and exported', async () => {
  const member = await directMember();
  const commission = await owedCommission(member.id, 1_000);
  const chest = await owedChest(member.id, '2026-08', 200, { status: 'paid' });
  const email = (await row<{ email: string }>('SELECT email FROM users WHERE id = ?', member.id))?.email ?? '';
  for (const [kind, id, status] of [
    ['commissions', commission.id, 'pending'],
    ['chests', chest, 'paid'],
  ] as const) {
    const idsOf = async (query: string) => (await admin.client.get<{ id: number }[]>(`${path}/${kind}?${query}`)).body.map(({ id }) => id);
    expect(await idsOf(`q=${email}`)).toEqual([id]);
    expect(await idsOf(`member=${member.id}`)).toEqual([id]);
    expect(await idsOf(`status=${status}&limit=200`)).toContain(id);
    expect(await idsOf('status=reversed&limit=200')).not.toContain(id);
    expect((await admin.client.get<string>(`${path}/${kind}/export.csv?member=${member.id}`)).body).toContain(email);
  }
});
