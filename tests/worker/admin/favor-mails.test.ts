/** What one super administrator alone can give a member is emailed to the others. Product rules: Administrators. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { PayResponse } from '#schema/payouts/admin-payouts.ts';
import { largeRelease } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { change, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { payee } from '#tests/worker/support/payouts/payout-run-steps.ts';

test('a set referrer, added keys, a returned payment and large releases are emailed to the other super administrators', async () => {
  await change('UPDATE admins SET disabled_at = 1');
  const [boss, other] = [await newAdmin(), await newAdmin()];
  await newAdmin('admin');
  const favors = async () =>
    (
      await env.DB.prepare(
        `SELECT to_address AS "to", payload ->> 'action' AS action, payload ->> 'member' AS member, payload ->> 'sender' AS sender
         FROM outbox WHERE template = 'member_favored' ORDER BY id`,
      ).all<{ to: string; action: string; member: string; sender: string }>()
    ).results.map(({ to, action, member, sender }) => (to === other.email && sender === boss.email ? `${action} ${member}` : to));
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await boss.client.post<PayResponse>(`/api/admin/${path}`, body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };

  const [member, friend] = [await payee(), await directMember()];
  const email = (await row<{ email: string }>('SELECT email FROM users WHERE id = ?', member.id))?.email;
  await post(`users/${friend.id}/referrer`, { referrer: email, reason: 'Forgot the link', version: 1 });
  await post(`users/${member.id}/keys`, { keys: 'community', amount: 2, count: 0, reason: 'Lost keys' });
  await post(`users/${member.id}/keys`, { keys: 'community', amount: -1, count: 2, reason: 'One too many' });
  expect(await favors()).toEqual([`user.referrer ${friend.id}`, `keys.correct ${member.id}`]);

  const paid = await payee();
  await owedCommission(paid.id, 1_000);
  const { version } = await payoutQueueRow(paid.id);
  const payment = { reference: 'PO-1', members: [{ id: paid.id, version }] };
  const { paid: payments } = await post('payouts/payments', payment, { 'Idempotency-Key': 'favor-mails-1' });
  await post(`payouts/payments/${payments[0]?.id}/return`, { reason: 'Unknown address' });
  expect((await favors()).slice(2)).toEqual([`payout.return ${paid.id}`]);

  const half = Math.ceil(largeRelease.cents / 2);
  const held = { status: 'held', why: 'administrator' } as const;
  const { id: commission } = await owedCommission(member.id, half, held);
  const chest = await owedChest(member.id, '2026-09', half, held);
  await post(`payouts/commissions/${commission}/release`, { version: 1 });
  expect((await favors()).length).toBe(3);
  await post(`payouts/chests/${chest}/release`, { version: 1 });
  expect((await favors()).slice(3)).toEqual([`treasure_chest_payout.release ${member.id}`]);
});
