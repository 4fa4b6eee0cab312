/** Administrators review and pay earnings, and decide on those on hold. Product rules: Referrals, keys and commissions; Treasure chests. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { DuePayout, Payee, Payment, PayoutEntry, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { commissionDueSeconds, secondsPerDay } from '#schema/rules.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { auditOf } from '#tests/worker/support/admin/audit-log.ts';
import { type Answer, change, everyRow, expectError, row } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { earningsOf, owedChest, owedCommission, owedReversal, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';
import { payee } from '#tests/worker/support/payouts/payout-run-steps.ts';

const path = '/api/admin/payouts';
let boss: TestAdmin;
let admin: TestAdmin;
beforeAll(async () => {
  [boss, admin] = [await newAdmin('super_admin'), await newAdmin('admin')];
});

const newKey = () => crypto.randomUUID();
const due = async (...members: DirectMember[]) =>
  (await admin.client.get<DuePayout[]>(`${path}/due?members=${members.map(({ id }) => id).join(',')}`)).body;
const versionsOf = async (...members: DirectMember[]) => (await due(...members)).map(({ id, version }) => ({ id, version }));
const pay = (members: { id: number; version: number }[], reference = 'PO-1', key = newKey(), by = boss): Promise<Answer<PayResponse>> =>
  by.client.post<PayResponse>(`${path}/payments`, { reference, members }, { 'Idempotency-Key': key });

describe('the payout queue', () => {
  test('lists overdue members first, then premium ones, then the longest waiting; negative balances come last', async () => {
    await change("UPDATE referral_commissions SET status = 'paid' WHERE status = 'pending'");
    await change("UPDATE treasure_chest_payouts SET status = 'paid' WHERE status = 'pending'");
    const now = Math.floor(Date.now() / 1_000);
    const ago = (days: number) => ({ at: now - days * secondsPerDay });
    const names = new Map<number, string>();
    const namedPayee = async (name: string, role: 'basic' | 'premium') => {
      const member = await payee(role);
      names.set(member.id, name);
      return member;
    };
    const members = {
      fresh: await namedPayee('basic, yesterday', 'basic'),
      freshPremium: await namedPayee('premium, today', 'premium'),
      older: await namedPayee('basic, three days', 'basic'),
      overdue: await namedPayee('basic, overdue', 'basic'),
      overduePremium: await namedPayee('premium, just overdue', 'premium'),
      owing: await namedPayee('owes us', 'premium'),
    };
    await owedCommission(members.fresh.id, 1_000, ago(1));
    await owedCommission(members.freshPremium.id, 1_000);
    await owedChest(members.older.id, '2026-10', 200, ago(3));
    await owedCommission(members.overdue.id, 1_000, ago(30));
    await owedCommission(members.overduePremium.id, 1_000, { at: now - commissionDueSeconds });
    await owedReversal((await owedCommission(members.owing.id, 2_000, { status: 'paid' })).id);
    const expected = ['premium, just overdue', 'basic, overdue', 'premium, today', 'basic, three days', 'basic, yesterday', 'owes us'];
    const namesOf = (payees: Payee[]) => payees.map(({ id }) => names.get(id));
    const whole = await admin.client.get<Payee[]>(path);
    expect(namesOf(whole.body)).toEqual(expected);
    expect(whole.headers.get('X-Total-Count')).toBe('6');
    expect(namesOf((await admin.client.get<Payee[]>(`${path}?sort=-queue`)).body)).toEqual(expected.toReversed());
    expect(whole.body.map(({ state, isOverdue, isPremium, netCents }) => ({ state, isOverdue, isPremium, netCents }))).toEqual([
      { state: 'to_pay', isOverdue: true, isPremium: true, netCents: 1_000 },
      { state: 'to_pay', isOverdue: true, isPremium: false, netCents: 1_000 },
      { state: 'to_pay', isOverdue: false, isPremium: true, netCents: 1_000 },
      { state: 'to_pay', isOverdue: false, isPremium: false, netCents: 200 },
      { state: 'to_pay', isOverdue: false, isPremium: false, netCents: 1_000 },
      { state: 'carried_over', isOverdue: false, isPremium: false, netCents: -2_000 },
    ]);

    for (const sort of ['queue', '-queue']) {
      const paged: Payee[] = [];
      for (let next = `${path}?limit=1&sort=${sort}`; next; ) {
        const page = await admin.client.get<Payee[]>(next);
        paged.push(...page.body);
        next = /<(.*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
      }
      expect(namesOf(paged)).toEqual(sort === 'queue' ? expected : expected.toReversed());
    }
    const listByState = async (state: string) => namesOf((await admin.client.get<Payee[]>(`${path}?state=${state}`)).body);
    expect(await listByState('overdue')).toEqual(expected.slice(0, 2));
    expect(await listByState('waiting')).toEqual(expected.slice(2, 5));
    expect(await listByState('carried')).toEqual(expected.slice(5));
    const email = whole.body[3]?.email ?? '';
    expect(namesOf((await admin.client.get<Payee[]>(`${path}?q=${email.toUpperCase()}`)).body)).toEqual(['basic, three days']);
    expect((await admin.client.get(`${path}?q=${'%_'.repeat(250)}`)).body).toEqual([]);
    expect((await admin.client.get(`${path}/summary`)).body).toMatchObject({ overdue: 2 });
  });

  test('is exported as one CSV with numeric amounts', async () => {
    const member = await directMember();
    await owedCommission(member.id, 1_050);
    const csv = (await admin.client.get<string>(`${path}/export.csv`)).body;
    expect(csv).toContain(`\r\n${member.id},`);
    expect(csv.split('\r\n').find((line) => line.startsWith(`${member.id},`))).toMatch(/,10\.50,1,20\d\d-.*,no,no,to_pay$/);
  });

  test('takes two round trips a page, and fewer than 600 rows besides the count of the first page', async () => {
    const first = (await row<{ id: number }>('SELECT max(id) + 1 AS id FROM users'))?.id ?? 0;
    await change(
      `WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < 1499)
       INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at)
       SELECT ?1 + n, 'many' || (?1 + n), 'many' || (?1 + n), '!', 'many' || (?1 + n), 1 FROM s`,
      first,
    );
    await change(
      `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at)
       SELECT id, '2026-09', 1, 200, id % 5 = 0, 1790000000 + id FROM users WHERE id >= ?`,
      first,
    );
    const { env: countedEnv, use } = countingDatabase(admin.client.workerEnv);
    const client = admin.client.bearer(admin.client.token ?? '');
    client.workerEnv = countedEnv;
    for (const query of ['', '?state=overdue', '?state=waiting', '?sort=-queue']) {
      Object.assign(use, { roundTrips: 0, rowsRead: 0 });
      const first = await client.get(`${path}${query}`);
      expect(first.status).toBe(200);
      expect(use.roundTrips).toBeLessThanOrEqual(2);
      expect(use.rowsRead, query).toBeLessThan(600 + 2 * Number(first.headers.get('X-Total-Count')));
      const next = /<(.*)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1];
      if (!next) continue;
      Object.assign(use, { roundTrips: 0, rowsRead: 0 });
      await client.get(next);
      expect(use.rowsRead, `${query}, page 2`).toBeLessThan(600);
    }
    // A payment reads only the rows of the members being paid, not the whole queue.
    boss.client.workerEnv = countedEnv;
    Object.assign(use, { roundTrips: 0, rowsRead: 0 });
    const [{ version } = { version: 0 }] = (await boss.client.get<DuePayout[]>(`${path}/due?members=${first}`)).body;
    expect((await pay([{ id: first, version }])).body.totalCents).toBe(200);
    expect(use.roundTrips).toBe(7);
    expect(use.rowsRead).toBeLessThan(150);
    boss.client.workerEnv = admin.client.workerEnv;
    await change("UPDATE treasure_chest_payouts SET status = 'paid' WHERE user_id >= ?", first);
  });
});

describe('a member’s amount due', () => {
  test('lists every pending commission, reversal and chest, and their sum', async () => {
    const member = await directMember();
    const paid = await owedCommission(member.id, 2_000, { status: 'paid' });
    const commission = await owedCommission(member.id, 1_000);
    const chest = await owedChest(member.id, '2026-10', 1_500);
    const reversal = await owedReversal(paid.id);
    await owedCommission(member.id, 1_000, { status: 'held', why: 'same_card' });
    const [owed] = await due(member);
    expect(owed).toMatchObject({ id: member.id, netCents: 500, entries: 3, state: 'to_pay' });
    expect(owed?.rows.map(({ kind, id, amountCents }) => ({ kind, id, amountCents }))).toEqual(
      expect.arrayContaining([
        { kind: 'commission', id: commission.id, amountCents: 1_000 },
        { kind: 'chest', id: chest, amountCents: 1_500 },
        { kind: 'reversal', id: reversal, amountCents: -2_000 },
      ]),
    );
    expect(owed?.rows).toHaveLength(3);
    expect(owed?.payoutAddress).toBeNull();
    const soon = Math.floor(Date.now() / 1_000) + secondsPerDay;
    await change(
      'INSERT INTO payout_addresses (user_id, email, confirmed_at, held_until) VALUES (?, ?, 1, ?)',
      member.id,
      'pp@pay.test',
      soon,
    );
    const heldUntil = new Date(soon * 1_000).toISOString();
    expect((await due(member))[0]?.payoutAddress).toEqual({ email: null, heldUntil });
    const superAdminView = await boss.client.get<DuePayout[]>(`${path}/due?members=${member.id}`);
    expect(superAdminView.body[0]?.payoutAddress).toEqual({ email: 'pp@pay.test', heldUntil });
  });

  test.each(['', 'x', '1,', '1;2', Array.from({ length: 201 }, (_, n) => n).join(',')])('is rejected for members=%s', async (members) => {
    expectError(await admin.client.get(`${path}/due?members=${members}`), 400, 'invalid_input');
  });
});

describe('a payment', () => {
  test('settles everything owed to several members, including reversals, with emails and audit rows', async () => {
    const [one, other] = [await directMember(), await directMember()];
    const taken = await owedCommission(one.id, 1_000, { status: 'paid' });
    const commission = await owedCommission(one.id, 2_000);
    const reversal = await owedReversal(taken.id);
    const chest = await owedChest(other.id, '2026-10', 600);
    const answer = await pay(await versionsOf(one, other), 'Bank transfer 17');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      paid: [
        { member: { id: one.id }, amountCents: 1_000 },
        { member: { id: other.id }, amountCents: 600 },
      ],
      changed: [],
      totalCents: 1_600,
    });
    for (const [table, id] of [
      ['referral_commissions', commission.id],
      ['referral_commissions', reversal],
      ['treasure_chest_payouts', chest],
    ] as const) {
      expect(await row(`SELECT status, payment_reference AS reference, paid_by_id AS by FROM ${table} WHERE id = ?`, id)).toEqual({
        status: 'paid',
        reference: 'Bank transfer 17',
        by: boss.id,
      });
    }
    expect(await due(one, other)).toEqual([]);
    expect((await earningsOf(one)).summary).toMatchObject({ pending: 0, paid: 20, commissions: 20 });
    const payout = answer.body.paid[0]?.id ?? 0;
    expect(await auditOf('payout', payout)).toEqual([
      {
        admin_id: boss.id,
        action: 'payout.pay',
        user_id: one.id,
        before: { status: 'pending', commissions: [commission.id, reversal], chests: [] },
        after: { status: 'paid', amountCents: 1_000, reference: 'Bank transfer 17' },
        reason: null,
      },
    ]);
    const mail = await row<{ payload: string }>("SELECT payload FROM outbox WHERE user_id = ? AND template = 'payout_paid'", one.id);
    expect(JSON.parse(mail?.payload ?? '')).toEqual({
      firstName: null,
      amountCents: '1000',
      commissions: '1',
      chests: '0',
      reversals: '1',
      reference: 'Bank transfer 17',
    });
    const entries = (await admin.client.get<PayoutEntry[]>(`${path}/payments/${payout}/entries`)).body;
    expect(entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(1_000);
    const history = (await admin.client.get<Payment[]>(`${path}/payments?q=transfer+17`)).body;
    expect(history.map(({ member, amountCents, paidBy }) => ({ id: member.id, amountCents, paidBy }))).toEqual([
      { id: other.id, amountCents: 600, paidBy: boss.email },
      { id: one.id, amountCents: 1_000, paidBy: boss.email },
    ]);
    expect((await admin.client.get<Payment[]>(`${path}/payments?member=${one.id}`)).body).toHaveLength(1);
  });

  test('skips members whose earnings have changed, and names them', async () => {
    const [same, raised, reversed] = [await directMember(), await directMember(), await directMember()];
    for (const { id } of [same, raised, reversed]) await owedCommission(id, 1_000);
    const old = await owedCommission(reversed.id, 1_000, { status: 'paid' });
    const chest = await owedChest(raised.id, '2026-10', 200);
    const members = await versionsOf(same, raised, reversed);
    await change('UPDATE treasure_chest_payouts SET amount_cents = 600, version = version + 1 WHERE id = ?', chest);
    await owedReversal(old.id);
    const { body } = await pay(members);
    expect(body.paid.map(({ member }) => member.id)).toEqual([same.id]);
    expect(body.changed.map(({ id }) => id)).toEqual([raised.id, reversed.id]);
    expect(await payoutQueueRow(raised.id)).toMatchObject({ cents: 1_600, entries: 2 });
    expect(await payoutQueueRow(reversed.id)).toMatchObject({ cents: 0, entries: 2, rank: 2 });
  });

  test('is not made to members with a negative balance or a deletion request', async () => {
    const [owing, leaving, nobody] = [await directMember(), await directMember(), await directMember()];
    await owedReversal((await owedCommission(owing.id, 1_000, { status: 'paid' })).id);
    await owedCommission(leaving.id, 1_000);
    const members = [...(await versionsOf(owing, leaving)), { id: nobody.id, version: 1 }];
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', leaving.id);
    const { body } = await pay(members);
    expect(body.paid).toEqual([]);
    expect(body.changed.map(({ id }) => id)).toEqual([owing.id, leaving.id, nobody.id]);
  });

  test('that is repeated pays once with the same response; a different one with its key is rejected', async () => {
    const member = await directMember();
    await owedCommission(member.id, 1_000);
    const members = await versionsOf(member);
    const key = newKey();
    const [first, ...repeated] = await Promise.all([1, 2, 3].map(() => pay(members, 'PO-2', key)));
    for (const answer of repeated) expect(answer.body).toEqual(first?.body);
    await owedCommission(member.id, 2_000);
    expect((await pay(members, 'PO-2', key)).body).toEqual(first?.body);
    expect(await payoutQueueRow(member.id)).toMatchObject({ cents: 2_000, entries: 1 });
    expectError(await pay(members, 'PO-3', key), 409, 'idempotency_key_reused');
    expectError(await pay(await versionsOf(member), 'PO-2', key), 409, 'idempotency_key_reused');
    expect(await row('SELECT count(*) AS mails FROM outbox WHERE user_id = ?', member.id)).toEqual({ mails: 1 });
  });

  test.each([
    ['no reference', { reference: ' ', members: [{ id: 1, version: 1 }] }],
    ['a reference of 101 characters', { reference: 'x'.repeat(101), members: [{ id: 1, version: 1 }] }],
    ['no members', { reference: 'PO', members: [] }],
    [
      'a member twice',
      {
        reference: 'PO',
        members: [
          { id: 1, version: 1 },
          { id: 1, version: 2 },
        ],
      },
    ],
    ['201 members', { reference: 'PO', members: Array.from({ length: 201 }, (_, id) => ({ id, version: 1 })) }],
    ['an amount', { reference: 'PO', members: [{ id: 1, version: 1, amountCents: 5 }] }],
    ['a fractional id', { reference: 'PO', members: [{ id: 1.5, version: 1 }] }],
  ])('with %s is rejected', async (_, body) => {
    expectError(await boss.client.post(`${path}/payments`, body, { 'Idempotency-Key': newKey() }), 400, 'invalid_input');
  });

  test('requires an Idempotency-Key and a super administrator', async () => {
    const member = await directMember();
    await owedCommission(member.id, 1_000);
    const members = await versionsOf(member);
    const before = await everyRow();
    expectError(await boss.client.post(`${path}/payments`, { reference: 'PO', members }), 400, 'bad_idempotency_key');
    expectError(await pay(members, 'PO', newKey(), admin), 403, 'super_admin_only');
    expect(await everyRow()).toEqual(before);
  });
});
