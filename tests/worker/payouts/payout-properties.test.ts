/**
 * Random commissions, chests, reversals, decisions and payments (stale, repeated, concurrent), compared with a small model of the amount
 * owed to each member.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { DuePayout, PayoutDecision, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { moneyDifferences } from '#tests/worker/support/admin/money-check.ts';
import { type Answer, change, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission, owedReversal, payoutQueueRow } from '#tests/worker/support/payouts/owed.ts';

const path = '/api/admin/payouts';
const memberCount = 3;
const who = fc.nat(memberCount - 1);
const some = fc.uniqueArray(who, { minLength: 1 });
const kind = <Kind extends string>(name: Kind) => fc.constant<Kind>(name);

const operation = fc.oneof(
  // Includes commissions of 0 cents: a free referrer earns only keys.
  { weight: 4, arbitrary: fc.record({ kind: kind('commission'), who, cents: fc.constantFrom(1_000, 2_000, 0), isHeld: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('chest'), who, cents: fc.constantFrom(200, 600, 2_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('reversal'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('raise'), who }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('decide'), who, pick: fc.nat(9), decision: fc.constantFrom('hold', 'release', 'refuse') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('pay_or_decide'), who, pick: fc.nat(9), decision: fc.constantFrom('hold', 'refuse') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('look'), whom: some }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('pay'), whom: some, copies: fc.integer({ min: 1, max: 3 }), rivals: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('pay_stale'), whom: some }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

interface Row {
  table: 'referral_commissions' | 'treasure_chest_payouts';
  id: number;
  cents: number;
  status: 'pending' | 'held' | 'paid' | 'reversed';
  isReversed: boolean;
}

/** Model of the payout rules: computes the amount owed to each member. */
class Model {
  readonly rows: Row[][] = Array.from({ length: memberCount }, () => []);
  readonly received = Array.from({ length: memberCount }, () => 0);

  pending(member: number): Row[] {
    return (this.rows[member] ?? []).filter(({ status, cents }) => status === 'pending' && cents !== 0);
  }
  /** Returns the member's rows that an administrator can hold, release or refuse, depending on `decision`. */
  decidable(member: number, decision: PayoutDecision): Row[] {
    const about = { hold: ['pending'], release: ['held'], refuse: ['pending', 'held'] }[decision];
    return (this.rows[member] ?? []).filter(({ status, cents }) => cents >= 0 && about.includes(status));
  }
  net(member: number): number {
    return this.pending(member).reduce((sum, { cents }) => sum + cents, 0);
  }
  /** Pays all pending rows if their total is positive. Returns the total. */
  pay(member: number): number {
    const net = this.net(member);
    if (net <= 0) return 0;
    for (const entry of this.pending(member)) entry.status = 'paid';
    this.received[member] = (this.received[member] ?? 0) + net;
    return net;
  }
}

const after = { hold: 'held', release: 'pending', refuse: 'reversed' } as const satisfies Record<PayoutDecision, Row['status']>;
const pickEntry = (entries: Row[], pick: number) => entries[pick % Math.max(1, entries.length)];

async function play(operations: Operation[]): Promise<void> {
  const boss = await newAdmin();
  // Whoever releases a hold does not pay the member.
  const reviewer = await newAdmin();
  const members = await Promise.all(Array.from({ length: memberCount }, () => directMember()));
  const idOf = (member: number) => members[member]?.id ?? 0;
  const model = new Model();
  const add = (member: number, entry: Omit<Row, 'isReversed'>) => model.rows[member]?.push({ ...entry, isReversed: false });
  const find = (member: number, is: (entry: Row) => boolean) => model.rows[member]?.find(is);
  let month = 0;
  let seen: { id: number; version: number }[] = [];
  const readVersions = async (whom: number[]) =>
    (await boss.client.get<DuePayout[]>(`${path}/due?members=${whom.map(idOf).join(',')}`)).body.map(({ id, version }) => ({
      id,
      version,
    }));
  const pay = (chosen: { id: number; version: number }[], key: string): Promise<Answer<PayResponse>> =>
    boss.client.post<PayResponse>(`${path}/payments`, { reference: 'PO', members: chosen }, { 'Idempotency-Key': key });
  const decide = async (entry: Row, decision: PayoutDecision) => {
    const version = (await row<{ version: number }>(`SELECT version FROM ${entry.table} WHERE id = ?`, entry.id))?.version;
    const list = entry.table === 'referral_commissions' ? 'commissions' : 'chests';
    return reviewer.client.post(`${path}/${list}/${entry.id}/${decision}`, {
      version,
      ...(decision !== 'release' && { reason: 'Same person' }),
    });
  };
  const update = (entry: Row, sets: string) => change(`UPDATE ${entry.table} SET ${sets}, version = version + 1 WHERE id = ?`, entry.id);

  for (const step of operations) {
    switch (step.kind) {
      case 'commission': {
        const status = step.isHeld ? 'held' : 'pending';
        const { id } = await owedCommission(idOf(step.who), step.cents, { status, ...(step.isHeld && { why: 'same_card' }) });
        add(step.who, { table: 'referral_commissions', id, cents: step.cents, status });
        break;
      }
      case 'chest': {
        month += 1;
        const id = await owedChest(
          idOf(step.who),
          `${2_000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
          step.cents,
        );
        add(step.who, { table: 'treasure_chest_payouts', id, cents: step.cents, status: 'pending' });
        break;
      }
      case 'reversal': {
        const paid = find(
          step.who,
          (entry) => entry.table === 'referral_commissions' && entry.status === 'paid' && entry.cents > 0 && !entry.isReversed,
        );
        if (!paid) break;
        paid.isReversed = true;
        add(step.who, { table: 'referral_commissions', id: await owedReversal(paid.id), cents: -paid.cents, status: 'pending' });
        break;
      }
      case 'raise': {
        const chest = find(step.who, (entry) => entry.table === 'treasure_chest_payouts' && entry.status === 'pending');
        if (!chest) break;
        chest.cents += 400;
        await update(chest, 'amount_cents = amount_cents + 400');
        break;
      }
      case 'decide': {
        const entry = pickEntry(model.decidable(step.who, step.decision), step.pick);
        if (!entry) break;
        const copies = await Promise.all([decide(entry, step.decision), decide(entry, step.decision)]);
        expect(copies.map(({ status }) => status).sort()).toEqual([200, 409]);
        entry.status = after[step.decision];
        break;
      }
      case 'pay_or_decide': {
        const entry = pickEntry(
          model.decidable(step.who, step.decision).filter(({ status }) => status === 'pending'),
          step.pick,
        );
        const seenNow = await readVersions([step.who]);
        if (!entry || seenNow.length === 0) break;
        const [paid, decided] = await Promise.all([pay(seenNow, crypto.randomUUID()), decide(entry, step.decision)]);
        // Either request may come first: a row that is decided first is not paid, and a row that is paid first can no longer be decided.
        const isPaid = paid.body.totalCents > 0;
        const isDecided = decided.status === 200;
        expect(isPaid && isDecided && entry.cents > 0).toBe(false);
        if (isPaid) expect(paid.body.totalCents).toBe(model.pay(step.who));
        if (isDecided) entry.status = after[step.decision];
        break;
      }
      case 'look':
        seen = await readVersions(step.whom);
        break;
      case 'pay': {
        const chosen = await readVersions(step.whom);
        if (chosen.length === 0) break;
        const expected = chosen.reduce((sum, { id }) => sum + model.pay(members.findIndex((member) => member.id === id)), 0);
        const key = crypto.randomUUID();
        const [copies, rivals] = await Promise.all([
          Promise.all(Array.from({ length: step.copies }, () => pay(chosen, key))),
          Promise.all(Array.from({ length: step.rivals }, () => pay(chosen, crypto.randomUUID()))),
        ]);
        for (const answer of copies) expect(answer.body).toEqual(copies[0]?.body);
        // Only the first payment paid anything, and it paid everything.
        const totals = [copies[0]?.body.totalCents ?? 0, ...rivals.map(({ body }) => body.totalCents)];
        expect(totals.reduce((sum, cents) => sum + cents, 0)).toBe(expected);
        expect(totals.filter((cents) => cents > 0).length).toBeLessThanOrEqual(1);
        break;
      }
      case 'pay_stale': {
        const chosen = seen.filter(({ id }) => step.whom.some((member) => idOf(member) === id));
        if (chosen.length === 0) break;
        const now = new Map(await Promise.all(chosen.map(async ({ id }) => [id, (await payoutQueueRow(id)).version] as const)));
        const fresh = chosen.filter(({ id, version }) => now.get(id) === version);
        const expected = fresh.reduce((sum, { id }) => sum + model.pay(members.findIndex((member) => member.id === id)), 0);
        const { body } = await pay(chosen, crypto.randomUUID());
        expect(body.totalCents).toBe(expected);
        expect(body.paid.length + body.changed.length).toBe(chosen.length);
      }
    }
    await compare(
      model,
      members.map(({ id }) => id),
    );
  }
  expect(await moneyDifferences()).toEqual([]);
}

async function compare(model: Model, ids: number[]): Promise<void> {
  for (const [member, id] of ids.entries()) {
    const pending = model.pending(member);
    expect(await payoutQueueRow(id)).toMatchObject({ cents: model.net(member), entries: pending.length });
    // The amount received equals the total of all payouts, and each payout equals the total of its rows.
    expect(
      await row(
        `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM payouts WHERE user_id = ?1) AS received,
           (SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE referrer_id = ?1 AND payout_id IS NOT NULL)
           + (SELECT coalesce(sum(amount_cents), 0) FROM treasure_chest_payouts WHERE user_id = ?1 AND payout_id IS NOT NULL) AS settled,
           (SELECT count(*) FROM outbox WHERE user_id = ?1 AND template = 'payout_paid') AS mails, (SELECT count(*) FROM payouts WHERE user_id = ?1) AS payouts,
           (SELECT count(*) FROM audit_log WHERE user_id = ?1 AND action = 'payout.pay') AS audited`,
        id,
      ),
    ).toSatisfy(
      (kept: Record<string, number>) =>
        kept.received === model.received[member] &&
        kept.settled === kept.received &&
        kept.mails === kept.payouts &&
        kept.audited === kept.payouts,
    );
    for (const table of ['referral_commissions', 'treasure_chest_payouts'] as const) {
      const column = table === 'referral_commissions' ? 'referrer_id' : 'user_id';
      const { results } = await env.DB.prepare(`SELECT id, amount_cents AS cents, status FROM ${table} WHERE ${column} = ? ORDER BY id`)
        .bind(id)
        .all();
      const expected = (model.rows[member] ?? []).filter((entry) => entry.table === table);
      expect(results).toEqual(expected.map(({ id, cents, status }) => ({ id, cents, status })).sort((one, other) => one.id - other.id));
    }
  }
}

propertyTest(
  'after random payout operations everybody received what they were owed, to the cent and once',
  { usual: 4, long: 30 },
  async (numRuns) => {
    await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 8, maxLength: 25, size: 'max' }), play), { numRuns });
  },
);
