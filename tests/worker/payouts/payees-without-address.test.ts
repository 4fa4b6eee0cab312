/** Members who are owed money but have no PayPal address. Product rules: Payout addresses. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import type { Overview } from '#schema/admin/overview.ts';
import type { Totals } from '#schema/admin/totals.ts';
import type { Payee, PayeesWithoutAddress, PayoutSummary } from '#schema/payouts/admin-payouts.ts';
import { payoutAddressReminderSeconds } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { change, expectError, row, setClock } from '#tests/worker/support/client.ts';
import { owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { frozenRun, payee } from '#tests/worker/support/payouts/payout-run-steps.ts';

const path = '/api/admin/payouts';
const start = Date.parse('2026-11-02T12:00:00Z');
let ada: TestAdmin;
async function moveTo(seconds: number): Promise<void> {
  setClock(new Date(start + seconds * 1_000).toISOString());
  ada = await newAdmin();
}
beforeEach(async () => {
  await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
  await moveTo(0);
});
afterEach(() => {
  vi.useRealTimers();
});

const earnedLongAgo = ({ id }: DirectMember) => owedCommission(id, 1_000, { at: start / 1_000 - 30 * 86_400 });
const counts = async () => (await ada.client.get<PayeesWithoutAddress>(`${path}/without-address`)).body;
const remind = async (...members: DirectMember[]) => {
  const { body } = await ada.client.post<BulkResponse>(`${path}/without-address/reminders`, { members: members.map(({ id }) => id) });
  return body.results.map(({ isDone, reason }) => (isDone ? 'asked' : reason));
};
const alreadyReminded = 'The member was already reminded in the last 7 days.';
const mailsTo = async ({ id }: DirectMember) =>
  (await row<{ n: number }>("SELECT count(*) AS n FROM outbox WHERE template = 'payout_address_wanted' AND user_id = ?", id))?.n;

test('members without an address are listed by a filter, counted, and not shown as overdue', async () => {
  const [without, removed, confirmed] = [await directMember(), await payee(), await payee()];
  for (const member of [without, removed, confirmed]) await earnedLongAgo(member);
  await change('UPDATE payout_addresses SET email = NULL WHERE user_id = ?', removed.id);
  const listPayees = async (query: string) => (await ada.client.get<Payee[]>(`${path}?${query}`)).body;
  const missing = await listPayees('address=none');
  expect(missing.map(({ id, address, isOverdue }) => ({ id, address, isOverdue }))).toEqual(
    [without, removed].map(({ id }) => ({ id, address: 'none', isOverdue: false })),
  );
  expect((await listPayees('address=confirmed')).map(({ id, isOverdue }) => ({ id, isOverdue }))).toEqual([
    { id: confirmed.id, isOverdue: true },
  ]);
  expect(await listPayees('address=none&state=waiting')).toEqual([]);
  expect((await listPayees('state=overdue')).map(({ id }) => id)).toEqual([confirmed.id]);
  const { overdue } = (await ada.client.get<PayoutSummary>(`${path}/summary`)).body;
  const overview = (await ada.client.get<Overview>('/api/admin/overview')).body;
  const { attention } = (await ada.client.get<Totals>('/api/admin/totals')).body;
  expect([overdue, overview.overdue.count, attention.payouts]).toEqual([1, 1, 1]);
  expect((await listPayees(`address=none&q=${missing[0]?.email}`)).map(({ id }) => id)).toEqual([without.id]);
  expect(await listPayees(`address=confirmed&q=${missing[0]?.email}`)).toEqual([]);
  expect((await ada.client.get(`${path}?address=none&limit=1`)).headers.get('X-Total-Count')).toBe('2');
  expect(await counts()).toEqual({ members: 2, cents: 2_000, toRemind: 2 });
  await change('DELETE FROM payout_addresses WHERE user_id = ?', confirmed.id);
  expect((await counts()).members).toBe(3);
  await change("UPDATE payout_addresses SET email = 'again@paypal.test' WHERE user_id = ?", removed.id);
  await change("INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'new@paypal.test', 1)", without.id);
  expect((await listPayees('address=none')).map(({ id }) => id)).toEqual([confirmed.id]);
});

test('only members with an address raise the alarm about overdue payouts', async () => {
  const isRaised = async () => {
    await fire('watch');
    return (await row("SELECT 1 AS one FROM alarms WHERE kind = 'payouts_overdue' AND ended_at IS NULL")) !== null;
  };
  await earnedLongAgo(await directMember());
  expect(await isRaised()).toBe(false);
  await earnedLongAgo(await payee());
  expect(await isRaised()).toBe(true);
});

test('are reminded by email, each at most once a week, even with parallel clicks; others are skipped for a reason', async () => {
  const [one, other, suspended, confirmed] = [await directMember(), await directMember(), await directMember(), await payee()];
  for (const member of [one, other, suspended, confirmed]) await earnedLongAgo(member);
  await suspend(ada, suspended.id);
  const all = [one, other, suspended, confirmed, await directMember()];
  const skipped = [
    'The member is suspended or has left.',
    'The member has added a PayPal address.',
    'Nothing can be paid to this member now.',
  ];
  expect((await Promise.all([remind(...all), remind(...all), remind(...all)])).sort()).toEqual([
    [alreadyReminded, alreadyReminded, ...skipped],
    [alreadyReminded, alreadyReminded, ...skipped],
    ['asked', 'asked', ...skipped],
  ]);
  expect(await Promise.all([one, other, suspended, confirmed].map(mailsTo))).toEqual([1, 1, 0, 0]);
  expect(await counts()).toEqual({ members: 2, cents: 2_000, toRemind: 0 });
  const audited = "SELECT count(*) AS n, min(user_id) AS member, admin_id AS admin FROM audit_log WHERE action = 'payout_address.remind'";
  expect(await row(audited)).toEqual({ n: 2, member: one.id, admin: ada.id });
  await moveTo(payoutAddressReminderSeconds - 1);
  expect(await remind(one)).toEqual([alreadyReminded]);
  await change("INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'other@paypal.test', 1)", other.id);
  await moveTo(payoutAddressReminderSeconds);
  expect(await remind(one, other)).toEqual(['asked', skipped[1]]);
  expect(await Promise.all([one, other].map(mailsTo))).toEqual([2, 1]);
});

test('the first request by a payout run counts as a reminder', async () => {
  const [without, confirmed] = [await directMember(), await payee()];
  for (const member of [without, confirmed]) await earnedLongAgo(member);
  await frozenRun(ada);
  expect(await mailsTo(without)).toBe(1);
  expect(await remind(without)).toEqual([alreadyReminded]);
});

test('every administrator sees the count, and only super administrators send reminders', async () => {
  const { client } = await newAdmin('admin');
  expect((await client.get(`${path}/without-address`)).status).toBe(200);
  expectError(await client.post(`${path}/without-address/reminders`, { members: [1] }), 403, 'super_admin_only');
  for (const members of [[], [1, 1], Array.from({ length: 101 }, (_, index) => index + 1), ['1']])
    expectError(await ada.client.post(`${path}/without-address/reminders`, { members }), 400, 'invalid_input');
});
